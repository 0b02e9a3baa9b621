/** The page of a new run, opened at its address. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Drive, Job } from "@/api/types";
import { aProbeResult } from "@/testing/attempt-objects";
import { AT, aDrive, aJob, anEnrolmentOf, aPlan, aProfile, aRunSummary, aServer } from "@/testing/objects";
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

/** Wait until the plan is there and nothing stands against the start. */
async function startButton(): Promise<HTMLElement> {
  const start = await screen.findByRole("button", { name: "Start run" });
  await waitFor(() => expect(start.hasAttribute("disabled")).toBe(false));
  return start;
}

const openSettings = async () => fireEvent.click(await screen.findByRole("button", { name: /^All \d+ settings$/ }));

test("the only usable server is taken, the plan is shown, and submitting leads to the job", async () => {
  const { lab, submissions } = labWith(({ dry }) =>
    dry ? { plan: aPlan({ warnings: ["A cache may hold the file."] }) } : aJob(),
  );
  const { router } = openPage("/new?profile=quick-4k", lab);

  expect(await screen.findByText("A cache may hold the file.")).toBeTruthy();
  fireEvent.click(await startButton());

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
  openPage("/new?profile=old-plan&version=3&name=Again", lab);

  expect(await screen.findByText("Cannot start a run with version 3 of old-plan")).toBeTruthy();
  expect(await screen.findByText(/It is archived\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "The old plan" }).getAttribute("href")).toBe("/profiles/old-plan?version=3");
  const keep = screen.getByRole("link", { name: "Save its plan as your own profile" });
  expect(keep.getAttribute("href")).toBe("/profiles/new?from=old-plan%403");
  await openSettings();
  expect(screen.getByDisplayValue("Again")).toBeTruthy();
  expect(submissions).toEqual([]);
});

test("a draft whose profile is gone says so", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }), { "GET /api/v1/profiles/gone": () => problem(404, "no profile") });
  openPage("/new?profile=gone", lab);
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
  openPage("/new?profile=quick-4k", lab);

  await startButton();
  fireEvent.click(screen.getByRole("button", { name: "Job file" }));
  fireEvent.click(await screen.findByRole("tab", { name: "Plan" }));
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
  const { router } = openPage("/new?profile=quick-4k", lab);

  fireEvent.click(await startButton());
  expect(await screen.findAllByText("The broker does not answer.")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Start run" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  const keys = submissions.filter(({ dry }) => !dry).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("a field that the lab refuses is marked, and the job cannot be submitted", async () => {
  const errors = [{ path: "target.size_bytes", message: "At least 16 MiB are needed." }];
  const { lab } = labWith(() => problem(422, "The job cannot run like this.", errors));
  openPage("/new?profile=quick-4k&size_bytes=1048576", lab);

  const field = await screen.findByLabelText("Size in MiB");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
  const bar = screen.getByRole("region", { name: "New run" });
  fireEvent.click(within(bar).getByRole("link", { name: "Size in MiB: At least 16 MiB are needed." }));
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test("what is typed becomes part of the address", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/new?profile=quick-4k", lab);

  fireEvent.change(await screen.findByLabelText("Path"), { target: { value: "/srv/scratch/new.dat" } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ path: "/srv/scratch/new.dat" }));
});

test("a profile that works with files may have a second place, which says why it was refused", async () => {
  const message = "phase 1 copies to another file system, and the target has no path on one";
  const sets = aProfile({ engines: ["files"] });
  const { lab } = labWith(() => problem(422, "The job cannot run like this.", [{ path: "target.copy_to", message }]), {
    "GET /api/v1/profiles": { items: [sets], next_cursor: null },
  });
  const { router } = openPage("/new?profile=quick-4k", lab);

  const field = await screen.findByLabelText("Copy target");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  fireEvent.change(field, { target: { value: "/mnt/other/new.dat" } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ copy_to: "/mnt/other/new.dat" }));
});

test("a profile of blocks has no second place", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  openPage("/new?profile=quick-4k", lab);

  await screen.findByLabelText("Path");
  expect(screen.queryByLabelText("Copy target")).toBeNull();
});

test("what was typed last is what is submitted, and only after its plan was shown", async () => {
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob()));
  const { router } = openPage("/new?profile=quick-4k", lab);
  const submit = await startButton();

  fireEvent.change(screen.getByLabelText("Size in MiB"), { target: { value: "64" } });
  expect(submit.hasAttribute("disabled")).toBe(true);
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  expect(submissions.at(-1)).toMatchObject({ dry: false, body: { target: { size_bytes: 64 * 1024 ** 2 } } });
});

test("an address that changes under the page replaces the draft", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/new?profile=quick-4k&path=%2Fsrv%2Fa", lab);
  const path = (await screen.findByLabelText("Path")) as HTMLInputElement;

  await router.navigate({ to: "/new", search: { profile: "quick-4k", path: "/srv/b" } });

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
const ON_DRIVES = "/new?profile=quick-4k&target=devices";

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
  expect(screen.getByText("Mounted at /")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /\/dev\/sdb/ }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("Not enrolled")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /nvme1n1/ }).hasAttribute("disabled")).toBe(false);
  expect(screen.getByText("Enrolled, may be erased")).toBeTruthy();
});

test("nothing is erased before the end of a serial is typed, and no serial is in the address", async () => {
  const { lab, submissions } = labWithDrives(FIRST, SECOND);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A","nvme-B"]')}`, lab);

  expect(await screen.findByText("All data on 2 drives will be erased.")).toBeTruthy();
  const field = screen.getByLabelText("Last 4 characters of the serial of /dev/nvme1n1") as HTMLInputElement;
  expect(field.value).toBe("");
  await waitFor(() => expect(submissions.length).toBeGreaterThan(0));
  const submit = screen.getByRole("button", { name: "Start run" });
  expect(submit.hasAttribute("disabled")).toBe(true);

  fireEvent.change(field, { target: { value: "0002" } });
  fireEvent.blur(field);
  expect(screen.getByText("These are not the last characters of that serial.")).toBeTruthy();
  expect(submit.hasAttribute("disabled")).toBe(true);
  expect(submissions.every(({ body }) => JSON.stringify(body.confirm_serials) === "[]")).toBe(true);

  fireEvent.change(field, { target: { value: "0001" } });
  fireEvent.click(await startButton());
  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  expect(router.state.location.href).not.toContain("0001");
  expect(submissions.at(-1)).toMatchObject({ dry: false, body: { confirm_serials: ["S6CK0001", "S6CK0002"] } });
});

test("a confirmation is for the drives it was typed for", async () => {
  const { lab, submissions } = labWithDrives(FIRST, SECOND);
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const field = (await screen.findByLabelText(/^Last 4 characters/)) as HTMLInputElement;
  fireEvent.change(field, { target: { value: "0001" } });
  await startButton();
  fireEvent.click(screen.getByRole("checkbox", { name: /nvme2n1/ }));

  expect(await screen.findByText("All data on 2 drives will be erased.")).toBeTruthy();
  expect(field.value).toBe("");
  const both = (body: Record<string, unknown>) => JSON.stringify(body.target).includes("nvme-B");
  await waitFor(() => expect(submissions.some(({ body }) => both(body))).toBe(true));
  expect(submissions.filter(({ body }) => both(body)).every(({ body }) => String(body.confirm_serials) === "")).toBe(
    true,
  );
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
});

test("without a choice drives are only read, and a file is the default target", async () => {
  const reading = aProfile({ name: "read-sweep", title: "Read sweep", writes: false });
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/profiles": { items: [aProfile(), reading], next_cursor: null },
    "GET /api/v1/drives": { items: [FIRST], next_cursor: null },
  });
  openPage("/new", lab);

  await startButton();
  expect(submissions.at(-1)?.body).toMatchObject({ target: { kind: "file" }, profile: { name: "quick-4k" } });
  fireEvent.click(screen.getByRole("radio", { name: "Drives" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: /nvme1n1/ }));
  await startButton();
  expect(submissions.at(-1)?.body).toMatchObject({ target: { kind: "devices" }, profile: { name: "read-sweep" } });
  expect(screen.queryByText(/will be erased/)).toBeNull();
});

test("Ctrl Enter starts the run, and goes to the serial while that is missing", async () => {
  const { lab, submissions } = labWithDrives(FIRST);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const field = await screen.findByLabelText(/^Last 4 characters/);
  await waitFor(() => expect(submissions.length).toBeGreaterThan(0));
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  expect(document.activeElement).toBe(field);
  expect(submissions.every(({ dry }) => dry)).toBe(true);

  fireEvent.change(field, { target: { value: "0001" } });
  await startButton();
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
});

test("a queued run can be cancelled from its toast", async () => {
  const cancelled: unknown[] = [];
  const { lab } = labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob({ state: "queued" })), {
    "POST /api/v1/jobs/j-1/cancel": async (request) => {
      cancelled.push(await request.json());
      return aJob({ state: "cancelled" });
    },
  });
  openPage("/new?profile=quick-4k", lab);

  fireEvent.click(await startButton());
  fireEvent.click(await screen.findByRole("button", { name: "Cancel run" }));
  expect(await screen.findByText("j-1 was cancelled")).toBeTruthy();
  expect(cancelled).toEqual([{ mode: "now" }]);
});

test("the server of the last run is chosen for the next one", async () => {
  localStorage.setItem("storagelab-last-server", JSON.stringify({ "u-1": "s-2" }));
  const other = aServer({ id: "server-2", number: "s-2", name: "rack-5" });
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/servers": { items: [aServer(), other], next_cursor: null },
  });
  openPage("/new", lab);

  await startButton();
  expect(submissions.at(-1)?.body.server_id).toBe("server-2");
  expect((screen.getByRole("radio", { name: /rack-5/ }) as HTMLInputElement).checked).toBe(true);
});

test("a custom workload is planned from lists, with its refusals at their fields", async () => {
  const message = "'1..x' is not a number";
  const { lab, submissions } = labWith(({ body }) => {
    const { document } = body.profile as { document?: { phases: { sweep?: Record<string, string> }[] } };
    const isWrong = document?.phases.at(-1)?.sweep?.queue_depth?.startsWith("1..x");
    const path = "profile.document.phases.1.sweep.queue_depth";
    return isWrong ? problem(422, "It cannot run.", [{ path, message }]) : { plan: aPlan() };
  });
  const { router } = openPage("/new", lab);

  fireEvent.click(await screen.findByRole("radio", { name: "Custom" }));
  fireEvent.change(screen.getByLabelText("Block sizes"), { target: { value: "4k, 8k" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ custom: { block_sizes: "4k, 8k" } }));
  await startButton();
  expect(submissions.at(-1)?.body.profile).toMatchObject({
    document: { phases: [{ kind: "fill" }, { sweep: { block_size: "4k, 8k", queue_depth: "1..32 x2" } }] },
  });

  const depths = screen.getByLabelText("Queue depths");
  fireEvent.change(depths, { target: { value: "1..x" } });
  await waitFor(() => expect(depths.getAttribute("aria-invalid")).toBe("true"));
  fireEvent.click(screen.getByRole("link", { name: `Queue depths: ${message}` }));
  await waitFor(() => expect(document.activeElement).toBe(depths));
});

test("an earlier run fills the form", async () => {
  const request = {
    name: "first",
    server_id: "server-1",
    profile: { name: "quick-4k", version: 1, parameters: {}, scale: "full" },
    target: { kind: "file", path: "/srv/earlier.dat", size_bytes: 268_435_456 },
  } as const;
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/runs": {
      items: [aRunSummary({ job: { id: "job-1", number: "j-1" } })],
      next_cursor: null,
    },
    "GET /api/v1/jobs/j-1": aJob({ request: request as unknown as Job["request"] }),
  });
  const { router } = openPage("/new?note=draft", lab);

  await startButton();
  fireEvent.click(screen.getByRole("button", { name: "From an earlier run" }));
  const list = await screen.findByRole("list", { name: "Earlier runs" });
  fireEvent.click((await within(list).findAllByRole("button"))[0] as HTMLElement);

  expect(await screen.findByDisplayValue("/srv/earlier.dat")).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ name: "first", path: "/srv/earlier.dat" }));
  expect(router.state.location.search).not.toHaveProperty("note");
});

test("an address of before leads on with its draft", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  const { router } = openPage("/jobs/new?profile=quick-4k&path=%2Fsrv%2Fa", lab);

  expect(await screen.findByDisplayValue("/srv/a")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/new");
});

test("preparation is put together step by step and becomes part of the request", async () => {
  const { lab, submissions } = labWithDrives(FIRST);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  await openSettings();
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

async function check() {
  const button = await screen.findByRole("button", { name: "Check server" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  fireEvent.click(button);
}

test("the check shows every reason of the server, and says when it is of another target", async () => {
  const answer = {
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
      return { ...answer, state: "requested", probe_results: null, refused: null };
    },
    "GET /api/v1/target-probes/check-1": answer,
  });
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  await check();
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
  openPage("/new?profile=quick-4k&path=relative.dat", lab);

  await check();

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
  openPage("/new?profile=quick-4k", lab);

  await check();
  expect(await screen.findByText("Could not check the server")).toBeTruthy();
});

test("the plan says which part is still to be chosen", async () => {
  openPage(ON_DRIVES, labWithDrives(FIRST).lab);
  expect((await screen.findAllByText("Choose drives to see the plan.")).length).toBeGreaterThan(0);
});

test("the plan names every part that is missing", async () => {
  openPage("/new?server=s-99&target=devices", labWithDrives(FIRST).lab);
  const words = "Choose a server, drives and a profile to see the plan.";
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
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
  expect(screen.queryByLabelText(/^Last 4/)).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(false));
});

test("a file has no state that a job could build on", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  openPage("/new?profile=quick-4k&conditioning=reuse", lab);

  await startButton();
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
  openPage("/new?profile=quick-4k", lab);

  fireEvent.click(await screen.findByRole("checkbox", { name: /^Allow exceeding/ }));

  await waitFor(() => expect(submissions.at(-1)?.body.accept_wear).toBe(true));
  expect(submissions[0]?.body.accept_wear).toBe(false);
});

test("repeating until the runs agree is asked for with a limit", async () => {
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }));
  openPage("/new?profile=quick-4k", lab);

  await openSettings();
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Repeat until repeatable/ }));

  await waitFor(() =>
    expect(submissions.at(-1)?.body).toMatchObject({ repeats: 10, repeat_until: { cv_percent: 5, min_repeats: 3 } }),
  );
});

test("profiles are found by words, and the chosen one stays in sight and says all of itself", async () => {
  const database = aProfile({ name: "database", title: "Database", description: "Reads and writes of 8K." });
  const streams = aProfile({ name: "streams", title: "Streams", description: "Several at once." });
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/profiles": { items: [aProfile(), database, streams], next_cursor: null },
  });
  openPage("/new?profile=streams", lab);

  const group = await screen.findByRole("radiogroup", { name: "Profile" });
  // The group of the gallery that has the chosen one is open.
  expect((screen.getByRole("radio", { name: "Reviews" }) as HTMLInputElement).checked).toBe(true);
  expect((within(group).getByRole("radio", { name: "Streams" }) as HTMLInputElement).checked).toBe(true);
  fireEvent.change(screen.getByLabelText("Find a profile"), { target: { value: "8k DATABASE" } });
  expect(within(group).getAllByRole("radio").map(nameOf)).toEqual(["Streams", "Database", "Custom"]);
  fireEvent.click(within(group).getByRole("radio", { name: "Database" }));
  expect(screen.queryByText(/Reads and writes of 8K\. \(/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "About this profile" }));
  expect(await screen.findByText(/Reads and writes of 8K\. \(/)).toBeTruthy();
});

function nameOf(radio: HTMLElement): string {
  return document.getElementById(radio.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";
}
