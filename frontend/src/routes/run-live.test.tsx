/** One run from waiting to its end, opened as a page. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Job, Run } from "@/api/types";
import { anAttempt, anOperation } from "@/testing/attempt-objects";
import { AT, aJob, aPlan, aRun, aSeries, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhasePlan } from "@/testing/profile-objects";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

const PHASES = [
  aPhase({
    id: "phase-1",
    ordinal: 1,
    name: "Fill",
    state: "finished",
    t0_ms: 0,
    t1_ms: 60_000,
    started_at: AT,
    measurement: null,
  }),
  aPhase({
    id: "phase-2",
    ordinal: 2,
    name: "Read",
    state: "running",
    t0_ms: 60_000,
    t1_ms: null,
    started_at: AT,
    planned_seconds: 60,
    measurement: null,
  }),
];

const UNTIL_STEADY = {
  kind: "steady",
  seconds: 600,
  judged: false,
  round_seconds: 60,
  window: 5,
  max_rounds: 10,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  metric: "iops",
  spacing: 1,
} as const;

const PROGRESS = {
  run_number: "r-1",
  phase_ordinal: 2,
  phase_count: 2,
  phase_name: "Read",
  percent: 62,
  elapsed_seconds: 75,
  remaining_seconds: 45,
  estimated_finish_at: AT,
};

const POINT = {
  run_id: "run-1",
  phase_ordinal: 2,
  phase_name: "Read",
  kind: "measure",
  t_ms: 75_000,
  dt_ms: 1000,
  iops: 25_100,
  throughput_bytes_per_s: 102_800_000,
  latency_mean_ns: 632_000,
  latency_stddev_ns: null,
  latency_max_ns: null,
  latency_p99_ns: 7_310_000,
};

/** A lab with one run that a test changes under the page. */
function labWith(run: Partial<Run>, job: Partial<Job> = {}, answers: Record<string, Answer> = {}) {
  const held = {
    run: aRun({ state: "running", phases: PHASES, finished_at: null, headline: [], ...run }),
    job: aJob({ state: "running", ...job }),
  };
  const lab = stubLab({
    "GET /api/v1/runs/r-1": () => held.run,
    "GET /api/v1/jobs/j-1": () => held.job,
    "GET /api/v1/series": ({ url }: Request) =>
      aSeries({ metric: new URL(url).searchParams.get("metric") ?? "iops", mean: [], min: [], max: [], points: 0 }),
    "GET /api/v1/queue": { items: [{ run_id: "run-1", position: 2 }], next_cursor: null },
    ...answers,
  });
  return { lab, held };
}

test("a run that waits says its place and what it waits for", async () => {
  const { lab } = labWith(
    { state: "waiting", phases: [] },
    {
      state: "queued",
      waiting_reason: "waiting for rack-4: r-7 is running there",
      plan: aPlan({ phases: [aPhasePlan({ stop: UNTIL_STEADY })] }),
    },
  );
  openPage("/runs/r-1", lab);

  expect((await screen.findAllByText("Queued, 2nd")).length).toBeGreaterThan(0);
  expect(screen.getByText("Waiting for rack-4: r-7 is running there")).toBeTruthy();
  expect(screen.getByText("The check starts with the first round.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Cancel run" })).toBeTruthy();
  const numbers = screen.getByRole("region", { name: "Live numbers" });
  expect(within(numbers).getAllByText("\u2013")).toHaveLength(4);
});

test("a run that goes on is followed from its head, and one that is over is not", async () => {
  const bodies: unknown[] = [];
  const { lab, held } = labWith(
    {},
    {},
    {
      "PUT /api/v1/jobs/j-1/follow": async (request: Request) => {
        const body = (await request.json()) as object;
        bodies.push(body);
        return body;
      },
    },
  );
  openPage("/runs/r-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Notify me" }));
  expect(await screen.findByRole("button", { name: "Following" })).toBeTruthy();
  expect(bodies).toEqual([{ following: true }]);

  held.run = { ...held.run, state: "finished" };
  const isMissing = () => expect(screen.queryByRole("button", { name: "Following" })).toBeNull();
  await waitFor(isMissing, { timeout: 15_000 });
});

test("numbers and progress arrive through the stream", async () => {
  const { lab } = labWith({});
  openPage("/runs/r-1", lab);
  await waitFor(() => expect(lab.openStreams()).toBe(1));
  act(() => lab.send("progress", PROGRESS));
  act(() => lab.send("point", POINT));

  expect(await screen.findByText("Phase 2 of 2: Read")).toBeTruthy();
  expect(await screen.findByText("62 % of the run")).toBeTruthy();
  const numbers = within(screen.getByRole("region", { name: "Live numbers" }));
  expect(await numbers.findByText("25.1", {}, { timeout: 5000 })).toBeTruthy();
  expect(numbers.getByText("7.31")).toBeTruthy();
});

test("a broken stream is said", async () => {
  const { lab } = labWith({});
  openPage("/runs/r-1", lab);
  await waitFor(() => expect(lab.openStreams()).toBe(1));
  act(() => lab.send("error"));

  expect(await screen.findByText("Updating every 2 s")).toBeTruthy();
});

test("the end of a watched run stays in place until its result is viewed, with the same chart", async () => {
  const { lab, held } = labWith({});
  openPage("/runs/r-1", lab);
  const figure = await screen.findByRole("figure", { name: /^IOPS/ });

  const measured = PHASES.map((phase) => ({
    ...phase,
    state: "finished" as const,
    t1_ms: phase.t1_ms ?? 120_000,
    measurement: aMeasurement(),
  }));
  held.run = aRun({ phases: measured, verdict: aVerdict() });
  held.job = aJob({ state: "finished" });
  act(() => lab.send("state", { job_state: "finished" }));

  fireEvent.click(await screen.findByRole("button", { name: "View result" }));
  expect(await screen.findByRole("button", { name: "Compare with" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "View result" })).toBeNull();
  expect(lab.openStreams()).toBe(0);
  expect(figure.isConnected).toBe(true);
});

test("a run that failed says what happened, what is kept, and is retried in place", async () => {
  const failure = { kind: "engine", message: "fio lost /dev/nvme5n1.", responsible: "tool", preserved: null } as const;
  const phases = PHASES.map((phase, place) => ({
    ...phase,
    state: place === 0 ? ("finished" as const) : ("failed" as const),
  }));
  const attempt = anAttempt({
    state: "failed",
    events: [{ at: AT, actor: "worker", kind: "state", message: "The drive is gone." }],
  });
  const { lab } = labWith({
    state: "failed",
    phases,
    failure,
    attempts: [attempt],
    resumption: { refusal: null, preserved: [1], repeated: [2] },
  });
  openPage("/runs/r-1", lab);

  expect(await screen.findByText("r-1 stopped in phase 2 of 2.")).toBeTruthy();
  expect(screen.getByText("fio lost /dev/nvme5n1.")).toBeTruthy();
  expect(screen.getByText("Phase 1 is kept.")).toBeTruthy();
  expect(screen.getByText("The drive is gone.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Log" }).getAttribute("href")).toBe("/runs/r-1/files");
  expect(await screen.findByRole("button", { name: "Retry from phase 2" })).toBeTruthy();
});

test("stopping asks when, and says what is kept", async () => {
  const sent: unknown[] = [];
  const { lab } = labWith(
    {},
    {},
    {
      "POST /api/v1/jobs/j-1/cancel": async (request) => {
        sent.push(await request.json());
        return aJob({ state: "cancelling", cancel_requested_at: AT, cancel_mode: "after_phase" });
      },
    },
  );
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Stop…" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Stop after this phase…" }));
  const dialog = await screen.findByRole("dialog", { name: "Stop r-1" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Stop after this phase" }));
  await waitFor(() => expect(sent).toEqual([{ mode: "after_phase" }]));
});

test("a viewer watches a run and cannot stop it", async () => {
  const { lab } = labWith({}, {}, VIEWER);
  openPage("/runs/r-1", lab);

  expect(await screen.findByText(/You can close this page/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop…" })).toBeNull();
});

test("preparation and what is wrong with the attempt stand below the phase", async () => {
  const steps = [anOperation({ evidence: { bytes_written: 1048576, verified: true } })];
  const attempt = anAttempt({ operations: steps, warnings: ["No systemd here."] });
  const { lab } = labWith({ state: "preparing", attempts: [attempt] });
  openPage("/runs/r-1", lab);

  const table = await screen.findByRole("table", { name: "Steps before the first phase" });
  expect(within(table).getByText("1. Fill the drive")).toBeTruthy();
  expect(screen.getByText("No systemd here.")).toBeTruthy();
});

const TRACKED = {
  name: "Read",
  metric: "iops",
  values: [100, 102],
  mean: 101,
  range_percent: 14.1,
  slope_percent: 3.2,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  steady: false,
} as const;
const STEADY = { kind: "loop", name: "Random", round: 2, max_rounds: 25, filled: 2, window: 5 } as const;
const LOOP = {
  name: "Random",
  max_rounds: 25,
  window: 5,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  at_limit: "go_on",
  tracked: [{ phase: "Read", metric: "iops" }],
};

test("range and slope against their limits arrive through the stream, of the variable that is farthest", async () => {
  const { lab } = labWith({}, { plan: aPlan({ loops: [LOOP] as never }) });
  openPage("/runs/r-1", lab);
  await waitFor(() => expect(lab.openStreams()).toBe(1));
  expect(await screen.findByText("This phase has no steady-state check.")).toBeTruthy();

  const near = { ...TRACKED, name: "Write", range_percent: 2, slope_percent: 0.1, steady: true };
  act(() => lab.send("progress", { ...PROGRESS, steady: { ...STEADY, tracked: [near, TRACKED] } }));

  const range = await screen.findByRole("meter", { name: "Range" });
  expect(range.getAttribute("aria-valuetext")).toBe("14.1 %, limit 20 %");
  expect(screen.getByText("Read, IOPS: 2 of 5 rounds in the window")).toBeTruthy();
  expect(screen.getByText("Also tracked: Write, IOPS.")).toBeTruthy();
});

test("a run that waits for no steady state has no meter", async () => {
  const { lab } = labWith({});
  openPage("/runs/r-1", lab);
  expect(await screen.findByText("Phase 2 of 2: Read")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Steady state" })).toBeNull();
});
