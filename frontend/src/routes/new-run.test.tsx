/** The page of a new run, opened at its address. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Job } from "@/api/types";
import { labWith, openSettings, startButton } from "@/testing/new-run-lab";
import { aJob, aPlan, aProfile, aRun, aRunSummary, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhasePlan, aProfileDetail } from "@/testing/profile-objects";
import { problem } from "@/testing/stub-lab";

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

test("a queued run can be cancelled from its toast", async () => {
  const cancelled: unknown[] = [];
  const { lab } = labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob({ state: "queued" })), {
    "GET /api/v1/jobs/j-1": aJob({ state: "queued" }),
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

const QUEUED = aJob({ state: "queued", runs: [aRunSummary({ state: "waiting" })] });

test.each([
  ["its page reads that it ended", (send: Send) => send("state")],
  ["the lab measures it", (send: Send) => send("run_progress", { run_id: "run-1", live: null })],
])("what says that a run is queued goes once %s, even under the mouse", async (_, happen) => {
  let job = QUEUED;
  const { lab } = labWith(({ dry }) => (dry ? { plan: aPlan() } : QUEUED), {
    "GET /api/v1/jobs/j-1": () => job,
    "GET /api/v1/runs/r-1": () => aRun({ state: job.state === "queued" ? "waiting" : "finished" }),
    "GET /api/v1/queue": { items: [], next_cursor: null },
  });
  openPage("/new?profile=quick-4k", lab);
  fireEvent.click(await startButton());
  const cancel = await screen.findByRole("button", { name: "Cancel run" });
  // A message under the mouse does not go by itself.
  for (const around of ancestors(cancel)) fireEvent.mouseEnter(around);
  await waitFor(() => expect([lab.openStreams(), lab.openLabStreams()]).toEqual([1, 1]));
  expect(screen.getByText("r-1 is queued")).toBeTruthy();

  job = aJob({ state: "finished", runs: [aRunSummary()] });
  happen(lab.send);
  await waitFor(() => expect(screen.queryByText("r-1 is queued")).toBeNull(), { timeout: 3_000 });
});

type Send = ReturnType<typeof labWith>["lab"]["send"];

function* ancestors(element: Element) {
  for (let around = element.parentElement; around; around = around.parentElement) yield around;
}
