/** The form of a new job, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Drive } from "@/api/types";
import { aProbeResult } from "@/testing/attempt-objects";
import { AT, aDrive, aJob, anEnrolmentOf, aPlan, aProfile, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhasePlan, aProfileDetail } from "@/testing/profile-objects";
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
  fireEvent.click(screen.getByRole("button", { name: "Start run" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  const submitted = submissions.filter(({ dry }) => !dry);
  expect(submitted).toHaveLength(1);
  expect(submitted[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(submitted[0]?.body).toMatchObject({
    server_id: "server-1",
    profile: { name: "quick-4k", parameters: {}, scale: "full" },
    target: { kind: "file", path: null, size_bytes: 268_435_456 },
  });
});

test("a draft whose profile is archived says so, keeps the rest, and leads to a profile with the same plan", async () => {
  const archived = aProfileDetail({ name: "old-plan", version: 3, title: "The old plan", archived: true });
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }), { "GET /api/v1/profiles/old-plan": archived });
  openPage("/jobs/new?profile=old-plan&version=3&name=Again", lab);

  expect(await screen.findByText("Cannot start a run with version 3 of old-plan")).toBeTruthy();
  expect(await screen.findByText(/It is archived\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "The old plan" }).getAttribute("href")).toBe("/profiles/old-plan?version=3");
  const keep = screen.getByRole("link", { name: "Save its plan as your own profile" });
  expect(keep.getAttribute("href")).toBe("/profiles/new?from=old-plan%403");
  expect(screen.getByDisplayValue("Again")).toBeTruthy();
  expect(submissions).toEqual([]);
});

test("a draft whose profile is gone says so", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }), { "GET /api/v1/profiles/gone": () => problem(404, "no profile") });
  openPage("/jobs/new?profile=gone", lab);
  expect(await screen.findByText("Cannot start a run with gone")).toBeTruthy();
  expect(await screen.findByText(/It no longer exists/)).toBeTruthy();
});

test("a load that is a share of a maximum says once how much it is, and what the preparation writes is told", async () => {
  const description = "4K random read, 16T/8Q, 10 % of the maximum offered at random moments";
  const share = aPhasePlan({ ordinal: 3, name: "4K random read: 10 %", kind: "measure", load_of: 2 });
  const phase = {
    ...share,
    workload: { ...share.workload, description },
    load: "10 % of the maximum that phase 2 measures",
  };
  const expected_writes = {
    typical_bytes: 3 * 1024 ** 3,
    max_bytes: null,
    preparation_bytes: 2 * 1024 ** 3,
    basis: "exact" as const,
    sentence: "By the volumes and rates of the plan.",
  };
  const { lab } = labWith(() => ({ plan: aPlan({ phases: [phase], expected_writes, sample_count: 53 }) }));
  openPage("/jobs/new?profile=quick-4k", lab);

  expect(await screen.findByText(`${description}, relative to the maximum of phase 2`)).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "Effects" }));
  const words = "3 GiB, of which preparation 2 GiB. By the volumes and rates of the plan.";
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText("53")).toBeTruthy();
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
  fireEvent.click(screen.getByRole("button", { name: "Start run" }));
  expect(await screen.findByText("The broker does not answer.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Start run" }));

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
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
});

test("what is typed becomes part of the address", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);

  fireEvent.change(await screen.findByLabelText("Path"), { target: { value: "/srv/scratch/new.dat" } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ path: "/srv/scratch/new.dat" }));
});

test("a profile that works with files may have a second place, which says why it was refused", async () => {
  const message = "phase 1 copies to another file system, and the target has no path on one";
  const sets = aProfile({ engines: ["files"] });
  const { lab } = labWith(() => problem(422, "The job cannot run like this.", [{ path: "target.copy_to", message }]), {
    "GET /api/v1/profiles": { items: [sets], next_cursor: null },
  });
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);

  const field = await screen.findByLabelText("Copy target");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  fireEvent.change(field, { target: { value: "/mnt/other/new.dat" } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ copy_to: "/mnt/other/new.dat" }));
});

test("a profile of blocks has no second place", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  openPage("/jobs/new?profile=quick-4k", lab);

  await screen.findByLabelText("Path");
  expect(screen.queryByLabelText("Copy target")).toBeNull();
});

test("what was typed last is what is submitted, and only after its plan was shown", async () => {
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob()));
  const { router } = openPage("/jobs/new?profile=quick-4k", lab);
  await screen.findByRole("tab", { name: "Plan" });

  fireEvent.change(screen.getByLabelText("Size in MiB"), { target: { value: "64" } });
  const submit = screen.getByRole("button", { name: "Start run" });
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

const ENROLLED = anEnrolmentOf({ state: "active" });
const FIRST = aDrive({ stable_id: "nvme-A", serial: "S6CK0001", path: "/dev/nvme1n1", enrolment: ENROLLED });
const SECOND = aDrive({
  id: "drive-2",
  stable_id: "nvme-B",
  serial: "S6CK0002",
  path: "/dev/nvme2n1",
  enrolment: ENROLLED,
});
const ON_DRIVES = "/jobs/new?profile=quick-4k&target=devices";

function labWithDrives(...drives: Drive[]) {
  return labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob()), {
    "GET /api/v1/drives": { items: drives, next_cursor: null },
  });
}

test("a drive that may not be written is locked for a profile that writes, with the reason", async () => {
  const { lab } = labWithDrives(
    aDrive({ id: "drive-0", path: "/dev/sda", stable_id: "ata-SYSTEM", in_use_reasons: ["mounted at /"] }),
    aDrive({ id: "drive-3", path: "/dev/sdb", stable_id: "ata-B" }),
    FIRST,
  );
  openPage(ON_DRIVES, lab);

  const system = await screen.findByRole("checkbox", { name: /\/dev\/sda/ });
  expect(system.hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/in use at the last discovery: mounted at \//)).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /\/dev\/sdb/ }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/read-only: not enrolled/)).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /nvme1n1/ }).hasAttribute("disabled")).toBe(false);
});

test("nothing is destroyed before every serial number was typed, and none of them is in the address", async () => {
  const { lab, submissions } = labWithDrives(FIRST, SECOND);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A","nvme-B"]')}`, lab);

  const sentence =
    "All data on 2 drives will be erased: DRIVE (serial number ending in CK0001) and DRIVE (serial number ending in CK0002).";
  expect(await screen.findByText(sentence)).toBeTruthy();
  const fields = ["/dev/nvme1n1", "/dev/nvme2n1"].map((path) => screen.getByLabelText(new RegExp(`number of ${path}`)));
  expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual(["", ""]);
  await screen.findByRole("tab", { name: "Plan" });
  const submit = screen.getByRole("button", { name: "Start run" });
  expect(submit.hasAttribute("disabled")).toBe(true);

  fireEvent.change(fields[0] as Element, { target: { value: "S6CK0001" } });
  fireEvent.change(fields[1] as Element, { target: { value: "S6CK0003" } });
  fireEvent.blur(fields[1] as Element);
  expect(screen.getByText("This is not the serial number of this drive.")).toBeTruthy();
  expect(submit.hasAttribute("disabled")).toBe(true);

  fireEvent.change(fields[1] as Element, { target: { value: "S6CK0002" } });
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  expect(router.state.location.href).not.toContain("S6CK");
  fireEvent.click(submit);
  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  expect(submissions.at(-1)).toMatchObject({ dry: false, body: { confirm_serials: ["S6CK0001", "S6CK0002"] } });
});

test("preparation is put together step by step and becomes part of the request", async () => {
  const { lab, submissions } = labWithDrives(FIRST);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  await addStep("Discard everything (trim)");
  await addStep("Fill");
  fireEvent.change(screen.getByLabelText("Passes"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Move 2. Fill up" }));
  expect(screen.getByText("Fill is now step 1 of 2.")).toBeTruthy();

  const fill = { kind: "fill", passes: 2, block_bytes: 1_048_576, pattern: "random" };
  await waitFor(() => expect(submissions.at(-1)?.body.preparation).toEqual([fill, { kind: "discard" }]));
  expect(router.state.location.search.preparation).toEqual([fill, { kind: "discard" }]);

  fireEvent.click(screen.getByRole("button", { name: "Remove 1. Fill" }));
  await waitFor(() => expect(submissions.at(-1)?.body.preparation).toEqual([{ kind: "discard" }]));
});

async function addStep(title: string) {
  fireEvent.click(await screen.findByRole("combobox", { name: "Step to add" }));
  fireEvent.click(await screen.findByText(title));
  fireEvent.click(screen.getByRole("button", { name: "Add step" }));
}

test("the check shows every reason of the server, and says when it is of another target", async () => {
  const check = {
    id: "check-1",
    state: "done",
    writes: true,
    refused: true,
    probe_results: [
      aProbeResult({ device: "nvme-A" }),
      aProbeResult({ id: "I1", device: "nvme-A", title: "Stable ID", verdict: "pass", reason: "It is the only one." }),
    ],
    error: null,
    finished_at: AT,
  };
  const asked: unknown[] = [];
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/drives": { items: [FIRST, SECOND], next_cursor: null },
    "POST /api/v1/target-probes": async (request) => {
      asked.push(await request.json());
      return { ...check, state: "requested", probe_results: null, refused: null };
    },
    "GET /api/v1/target-probes/check-1": check,
  });
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  fireEvent.click(await screen.findByRole("button", { name: "Check server" }));
  expect(await screen.findByText("Blocked by 1 safety check")).toBeTruthy();
  expect(screen.getByText("It is mounted at /srv.").closest("details")?.open).toBe(true);
  expect(screen.getByText("It is the only one.").closest("details")?.open).toBe(false);
  expect(asked).toEqual([
    {
      server_id: "server-1",
      target: { kind: "devices", stable_ids: ["nvme-A"], layout: "parallel" },
      profile: { name: "quick-4k", parameters: {}, scale: "full" },
      preparation: [],
    },
  ]);

  fireEvent.click(screen.getByRole("checkbox", { name: /nvme2n1/ }));
  expect(await screen.findByText(/has changed since this check/)).toBeTruthy();
});

test("a check that is refused as entered says so, and names the fields as the form does", async () => {
  const errors = [
    { path: "target.path", message: "The path must be absolute." },
    { path: "target.size_bytes", message: "At least 16 MiB are needed." },
    { path: "target.other", message: "Nobody knows this." },
  ];
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "POST /api/v1/target-probes": () => problem(422, "The target cannot be like this.", errors),
  });
  openPage("/jobs/new?profile=quick-4k&path=relative.dat", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Check server" }));

  const notice = (await screen.findByText("This target cannot be checked")).closest("[role=alert]");
  expect(notice?.textContent).toContain("Path: The path must be absolute.");
  expect(notice?.textContent).toContain("Size in MiB: At least 16 MiB are needed.");
  expect(notice?.textContent).toContain("Other: Nobody knows this.");
  expect(screen.queryByText("Could not check the server")).toBeNull();
});

test("a check that the lab could not ask for says that the server could not be asked", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "POST /api/v1/target-probes": () => problem(503, "No broker."),
  });
  openPage("/jobs/new?profile=quick-4k", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Check server" }));
  expect(await screen.findByText("Could not check the server")).toBeTruthy();
});

test("the preview says which part is still to be chosen", async () => {
  openPage(ON_DRIVES, labWithDrives(FIRST).lab);
  expect(await screen.findByText("Choose drives to see the plan.")).toBeTruthy();
});

test("the preview names every part that is missing", async () => {
  openPage("/jobs/new?server=s-99&target=devices", labWithDrives(FIRST).lab);
  expect(await screen.findByText("Choose a server, drives and a profile to see the plan.")).toBeTruthy();
});

test("a job can build on what its drives are: the choice tells what it saves, and is part of the address", async () => {
  const leftOut = [{ ordinal: 1, name: "Fill", estimated_seconds: 540, reason: "filled by r-12, 0 B written since" }];
  const { lab, submissions } = labWith(
    ({ body }) => ({
      plan: aPlan(
        body.conditioning === "reuse"
          ? { reuse_saves_seconds: 540, conditioning_choice: "reuse", left_out: leftOut }
          : { reuse_saves_seconds: 540, destroys: [{ stable_id: "nvme-A", model: "DRIVE", serial_ending: "CK0001" }] },
      ),
    }),
    { "GET /api/v1/drives": { items: [FIRST], next_cursor: null } },
  );
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const again = await screen.findByRole("radio", { name: "Redo preparation" });
  expect((again as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(/already have their state: about 9 \S+ less/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Reuse the drive state" }));

  expect(await screen.findByText("1. Fill: filled by r-12, 0 B written since")).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ conditioning: "reuse" }));
  expect(submissions.at(-1)?.body).toMatchObject({ conditioning: "reuse" });
  // What is left only reads: no serial number is asked for.
  expect(screen.queryByLabelText(/number of/)).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(false));
});

test("a file has no state that a job could build on", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  openPage("/jobs/new?profile=quick-4k&conditioning=reuse", lab);

  await screen.findByRole("tab", { name: "Plan" });
  expect(screen.queryByRole("radio", { name: "Redo preparation" })).toBeNull();
});

test("where nothing can be left out the choice says so and can be taken back", async () => {
  const { lab } = labWith(() => ({ plan: aPlan({ reuse_saves_seconds: 0 }) }), {
    "GET /api/v1/drives": { items: [FIRST], next_cursor: null },
  });
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}&conditioning=reuse`, lab);

  expect(await screen.findByText(/No phase can be skipped/)).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Redo preparation" }));
  await waitFor(() =>
    expect((screen.getByRole("radio", { name: "Redo preparation" }) as HTMLInputElement).checked).toBe(true),
  );
});

test("a job that would wear a drive beyond the budget is submitted only with consent", async () => {
  const worn = {
    drive: "nvme-1",
    model: "PM1733",
    rated_bytes: 1e15,
    typical_percent: 2,
    max_percent: 3,
    sentence: "Typically 2 %, at most 3 % of its rated endurance.",
  };
  const plan = aPlan({ endurance: [worn], wear_budget_percent: 1 });
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan } : aJob()));
  openPage("/jobs/new?profile=quick-4k", lab);

  fireEvent.click(await screen.findByRole("checkbox", { name: /^Allow exceeding/ }));

  await waitFor(() => expect(submissions.at(-1)?.body.accept_wear).toBe(true));
  expect(submissions[0]?.body.accept_wear).toBe(false);
});

test("repeating until the runs agree is asked for with a limit", async () => {
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }));
  openPage("/jobs/new?profile=quick-4k", lab);

  fireEvent.click(await screen.findByRole("checkbox", { name: /^Repeat until repeatable/ }));

  await waitFor(() =>
    expect(submissions.at(-1)?.body).toMatchObject({ repeats: 10, repeat_until: { cv_percent: 5, min_repeats: 3 } }),
  );
});

test("profiles are found by words, the chosen one stays in sight and alone tells all of itself", async () => {
  const database = aProfile({ name: "database", title: "Database", description: "Reads and writes of 8K." });
  const streams = aProfile({ name: "streams", title: "Streams", description: "Several at once." });
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/profiles": { items: [aProfile(), database, streams], next_cursor: null },
  });
  openPage("/jobs/new?profile=streams", lab);

  expect(await screen.findByText(/Several at once/)).toBeTruthy();
  expect(screen.queryByText(/Reads and writes of 8K/)).toBeNull();
  fireEvent.change(screen.getByLabelText("Find a profile"), { target: { value: "8k DATABASE" } });
  const group = screen.getByRole("radiogroup", { name: "Profile" });
  expect(within(group).getAllByRole("radio")).toHaveLength(2);
  fireEvent.click(within(group).getByRole("radio", { name: /^Database/ }));
  expect(await screen.findByText(/Reads and writes of 8K/)).toBeTruthy();
});
