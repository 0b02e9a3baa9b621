/** Pages bear the 1,400 phases of 25 rounds of 56 cells: what is folded away is not in the page. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Phase, PhasePlan } from "@/api/types";
import { anAttempt } from "@/testing/attempt-objects";
import { AT, aJob, aPlan, aProfile, aRun, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aMeasurement } from "@/testing/result-objects";
import { stubLab } from "@/testing/stub-lab";

const ROUNDS = 25;
const CELLS = 56;
/** More than this makes a page slow; the frame of a page alone has some hundred. */
const MAX_NODES = 2_000;

const workload = { description: "4K random write" } as PhasePlan["workload"];

/** Return the results of `make` for every cell of every round, after one phase outside of the loop. */
function everyPhase<Of>(make: (ordinal: number, place: { loop: string | null; round: number | null }) => Of): Of[] {
  const cells = Array.from({ length: ROUNDS * CELLS }, (_, index) =>
    make(index + 2, { loop: "IOPS", round: Math.floor(index / CELLS) + 1 }),
  );
  const last = ROUNDS * CELLS + 2;
  return [make(1, { loop: null, round: null }), ...cells, make(last, { loop: null, round: null })];
}

function planned(): PhasePlan[] {
  return everyPhase((ordinal, place) => ({
    ...place,
    ordinal,
    name: place.round === null ? "Fill" : `Round ${place.round}: cell ${ordinal}`,
    kind: "measure",
    workload,
    stop: { kind: "time", seconds: 60, judged: false },
    ramp_seconds: 0,
    estimated_seconds: 60,
    max_seconds: 60,
    writes: true,
  }));
}

/** Seven rounds were run, and then it was steady. */
function run(): Phase[] {
  return everyPhase((ordinal, place) => ({
    ...place,
    id: `phase-${ordinal}`,
    ordinal,
    name: place.round === null ? "Fill" : `Round ${place.round}: cell ${ordinal}`,
    kind: "measure",
    state: (place.round ?? 0) > 7 ? "skipped" : "finished",
    workload: {},
    planned_seconds: 60,
    started_at: null,
    t0_ms: null,
    t1_ms: null,
    stop: null,
    stop_reason: null,
    exit_code: null,
    message: null,
    has_series: (place.round ?? 0) <= 7,
    measurement: null,
  }));
}

const plan = aPlan({
  phases: planned(),
  job_files: planned().map(({ ordinal, name }) => ({ ordinal, name, text: "[phase]\n" })),
});

const nodes = () => document.querySelectorAll("*").length;

test("the page of a job folds its plan, and a round opens in it", async () => {
  const lab = stubLab({ "GET /api/v1/jobs/j-1": aJob({ state: "finished", plan }) });
  openPage("/jobs/j-1", lab);

  const loop = await screen.findByText("IOPS: rounds 1 to 25, 56 phases each: 23 h 20 min");
  expect(nodes()).toBeLessThan(MAX_NODES);
  expect(within(screen.getByRole("table", { name: "Planned phases" })).getByText("1. Fill")).toBeTruthy();
  const behind = screen.getByRole("table", { name: "Planned phases of part after IOPS" });
  expect(within(behind).getByText("1402. Fill")).toBeTruthy();
  expect(screen.queryByText("Round 25: 56 min")).toBeNull();

  fireEvent.click(loop);
  fireEvent.click(await screen.findByText("Round 25: 56 min"));
  const table = await screen.findByRole("table", { name: "Planned phases of IOPS, round 25" });
  expect(within(table).getAllByRole("row")).toHaveLength(1 + CELLS);
  expect(screen.queryByRole("table", { name: "Planned phases of IOPS, round 24" })).toBeNull();
  expect(nodes()).toBeLessThan(MAX_NODES);
});

test("the page of a run says what became of the rounds", async () => {
  const lab = stubLab({ "GET /api/v1/runs/r-1": aRun({ phases: run(), origin: "measured" }) });
  openPage("/runs/r-1/phases", lab);

  const loop = await screen.findByText("IOPS: rounds 1 to 25, 56 phases each: 7 done, 18 not needed");
  expect(nodes()).toBeLessThan(MAX_NODES);

  fireEvent.click(loop);
  expect(await screen.findByText("Round 8: not needed")).toBeTruthy();
  fireEvent.click(await screen.findByText("Round 7: done"));
  const table = await screen.findByRole("table", { name: "Phases of IOPS, round 7" });
  expect(within(table).getAllByRole("row")).toHaveLength(1 + CELLS);
});

test("the measurements of a run that goes on do not count the round it is in as done", async () => {
  const phases = run()
    .filter(({ round }) => (round ?? 9) <= 3)
    .map((phase, index): Phase => {
      const state = phase.round !== 3 ? "finished" : index % CELLS === 0 ? "finished" : "planned";
      return { ...phase, state, measurement: state === "finished" ? aMeasurement({ id: `m-${phase.id}` }) : null };
    });
  const lab = stubLab({ "GET /api/v1/runs/r-1": aRun({ phases, origin: "measured", state: "running" }) });
  openPage("/runs/r-1/phases", lab);

  const all = await screen.findAllByText("IOPS: rounds 1 to 3, 56 phases each: 2 done, 1 running");
  expect(all).toHaveLength(2);
});

test("of many events the newest are shown, and all of them on request", async () => {
  const events = Array.from({ length: 450 }, (_, index) => ({
    at: AT,
    actor: "worker",
    kind: "phase",
    message: `Event ${index + 1}`,
  }));
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": aJob({ state: "finished", plan, runs: [aRunSummary()] }),
    "GET /api/v1/runs/r-1": aRun({ attempts: [anAttempt({ events })] }),
  });
  openPage("/runs/r-1/files", lab);

  expect(await screen.findByText("Event 450")).toBeTruthy();
  expect(screen.queryByText("Event 250")).toBeNull();
  expect(nodes()).toBeLessThan(MAX_NODES);
  fireEvent.click(screen.getByRole("button", { name: "Show all 450" }));
  expect(await screen.findByText("Event 1")).toBeTruthy();
});

test("so does the page of a profile", async () => {
  const detail = { ...aProfile({ name: "snia-iops" }), phases: planned(), job_files: [], loops: [], versions: [] };
  const lab = stubLab({ "GET /api/v1/profiles/snia-iops": detail });
  openPage("/profiles/snia-iops", lab);

  fireEvent.click(await screen.findByText("All 1402 phases"));
  expect(await screen.findByText("IOPS: rounds 1 to 25, 56 phases each: 23 h 20 min")).toBeTruthy();
  expect(nodes()).toBeLessThan(MAX_NODES);
});
