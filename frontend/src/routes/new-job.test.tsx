/** The form of a new job, opened as a page. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aDrive, aJob, aPlan, aProfile, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

interface Submission {
  key: string | null;
  dry: boolean;
  body: Record<string, unknown>;
}

function labWith(answer: (submission: Submission) => object, more: Record<string, Answer> = {}) {
  const submissions: Submission[] = [];
  const lab = stubLab({
    "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
    "GET /api/v1/profiles": { items: [aProfile()], next_cursor: null },
    "POST /api/v1/jobs": async (request) => {
      const submission = {
        key: request.headers.get("Idempotency-Key"),
        dry: new URL(request.url).searchParams.get("dry_run") === "true",
        body: await request.json(),
      };
      submissions.push(submission);
      return answer(submission);
    },
    "GET /api/v1/jobs/j-1": aJob({ state: "finished" }),
    ...more,
  });
  return { lab, submissions };
}

test("the only usable server is taken, the plan is shown, and submitting leads to the job", async () => {
  const { lab, submissions } = labWith(({ dry }) =>
    dry ? { plan: aPlan({ warnings: ["A cache may hold the file."] }) } : aJob(),
  );
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);

  expect(await screen.findByText("A cache may hold the file.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Submit job" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  const submitted = submissions.filter(({ dry }) => !dry);
  expect(submitted).toHaveLength(1);
  expect(submitted[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(submitted[0]?.body).toMatchObject({
    server_id: "server-1",
    profile: { name: "quick-4k", parameters: {} },
    target: { kind: "file", path: null, size_bytes: 268_435_456 },
  });
});

test("a second press after a failure sends the same key again", async () => {
  let failed = false;
  const { lab, submissions } = labWith(({ dry }) => {
    if (dry) return { plan: aPlan() };
    if (failed) return aJob();
    failed = true;
    return problem(503, "The broker does not answer.");
  });
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);

  await screen.findByRole("tab", { name: "Plan" });
  fireEvent.click(screen.getByRole("button", { name: "Submit job" }));
  expect(await screen.findByText("The broker does not answer.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Submit job" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  const keys = submissions.filter(({ dry }) => !dry).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("a field that the lab refuses is marked, and the job cannot be submitted", async () => {
  const errors = [{ path: "target.size_bytes", message: "At least 16 MiB are needed." }];
  const { lab } = labWith(() => problem(422, "The job cannot run like this.", errors));
  openPage("/jobs/new?profile=quick-4k&size_bytes=1048576", lab);

  const field = await screen.findByLabelText("Size in MiB");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByRole("button", { name: "Submit job" }).hasAttribute("disabled")).toBe(true);
});

test("what is typed becomes part of the address", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);

  fireEvent.change(await screen.findByLabelText("Path"), { target: { value: "/srv/scratch/new.dat" } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ path: "/srv/scratch/new.dat" }));
});

test("what was typed last is what is submitted, and only after its plan was shown", async () => {
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob()));
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);
  await screen.findByRole("tab", { name: "Plan" });

  fireEvent.change(screen.getByLabelText("Size in MiB"), { target: { value: "64" } });
  const submit = screen.getByRole("button", { name: "Submit job" });
  expect(submit.hasAttribute("disabled")).toBe(true);
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  expect(submissions.at(-1)).toMatchObject({ dry: false, body: { target: { size_bytes: 64 * 1024 ** 2 } } });
});

test("an address that changes under the page replaces the draft", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/jobs/new?profile=quick-4k&path=%2Fsrv%2Fa", lab);
  const path = (await screen.findByLabelText("Path")) as HTMLInputElement;

  await router.navigate({ to: "/jobs/new", search: { profile: "quick-4k", path: "/srv/b" } });

  await waitFor(() => expect(path.value).toBe("/srv/b"));
});

test("a drive in use is locked, with the reason", async () => {
  const drives = [
    aDrive({ id: "drive-0", path: "/dev/sda", stable_id: "ata-SYSTEM", in_use_reasons: ["mounted at /"] }),
    aDrive(),
  ];
  const { lab } = labWith(() => ({ plan: aPlan() }), { "GET /api/v1/drives": { items: drives, next_cursor: null } });
  openPage("/jobs/new?profile=quick-4k&target=devices", lab);

  const system = await screen.findByRole("checkbox", { name: /\/dev\/sda/ });

  expect(system.hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("in use: mounted at /")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /nvme1n1/ }).hasAttribute("disabled")).toBe(false);
});
