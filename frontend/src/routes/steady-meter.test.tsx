/** The steady-state meter on the page of a job that runs. */
import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PhasePlan, Plan, SteadyStanding } from "@/api/types";
import { AT, aJob, aPlan, aRun, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

type Variable = SteadyStanding["tracked"][number];

function aVariable(changes: Partial<Variable> = {}): Variable {
  return {
    name: "4K 0/100",
    metric: "iops",
    values: [10_000, 10_400, 10_100],
    mean: 10_166,
    range_percent: 12,
    slope_percent: 4,
    range_limit_percent: 20,
    slope_limit_percent: 10,
    steady: false,
    ...changes,
  };
}

function aStanding(changes: Partial<SteadyStanding> = {}): SteadyStanding {
  const tracked = [aVariable()];
  return { kind: "loop", name: "IOPS", round: 3, max_rounds: 25, filled: 3, window: 5, tracked, ...changes };
}

function progress(steady: SteadyStanding | null) {
  return {
    run_number: "r-1",
    phase_ordinal: 2,
    phase_count: 8,
    phase_name: "Round 4: 4K 0/100",
    percent: 12,
    elapsed_seconds: 9,
    remaining_seconds: 66,
    estimated_finish_at: AT,
    steady,
  };
}

const LOOPS: NonNullable<Plan["loops"]> = [
  {
    name: "IOPS",
    max_rounds: 25,
    window: 5,
    range_limit_percent: 20,
    slope_limit_percent: 10,
    at_limit: "go_on",
    tracked: [{ phase: "4K 0/100", metric: "iops" }],
  },
];

async function openJob(plan: Plan) {
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": aJob({ state: "running", plan }),
    "GET /api/v1/runs/r-1": aRun({ state: "running" }),
    "GET /api/v1/series": aSeries(),
  });
  openPage("/jobs/j-1", lab);
  await screen.findByText(/You can close this page/);
  return (steady: SteadyStanding | null) => act(() => lab.send("progress", progress(steady)));
}

test("the window, and range and slope against their limits, arrive through the stream", async () => {
  const tell = await openJob(aPlan({ loops: LOOPS }));
  expect(screen.queryByRole("region", { name: "Steady state" })).toBeNull();
  tell(null);
  expect(await screen.findByText("This phase has no steady-state check.")).toBeTruthy();
  const rule = "IOPS: limits are range 20 % and slope 10 % over 5 rounds, within at most 25 rounds.";
  expect(screen.getByText(rule)).toBeTruthy();

  tell(aStanding());

  const meter = within(await screen.findByRole("region", { name: "Steady state" }));
  expect(meter.getByText("Loop IOPS: 3 rounds done, at most 25")).toBeTruthy();
  expect(meter.getByText("Window 3 of 5")).toBeTruthy();
  expect(meter.getByText("4K 0/100, IOPS")).toBeTruthy();
  expect(meter.getByText("mean 10.2k")).toBeTruthy();
  expect(meter.getByText("too early")).toBeTruthy();
  const range = meter.getByRole("meter", { name: "Range of 4K 0/100, IOPS" });
  expect(range.getAttribute("aria-valuetext")).toBe("12 % (limit 20 %)");
  expect([range.getAttribute("aria-valuenow"), range.getAttribute("aria-valuemax")]).toEqual(["12", "40"]);
  const slope = meter.getByRole("meter", { name: "Slope of 4K 0/100, IOPS" });
  expect(slope.getAttribute("aria-valuetext")).toBe("4 % (limit 10 %)");
});

test("a full window is steady or not, for each variable, and a share beyond the bar fills it", async () => {
  const tell = await openJob(aPlan({ loops: LOOPS }));

  tell(
    aStanding({
      round: 9,
      filled: 5,
      tracked: [
        aVariable({ steady: true }),
        aVariable({ name: "64K 65/35", metric: "latency_mean_ns", mean: 85_300, range_percent: 140 }),
      ],
    }),
  );

  const meter = within(await screen.findByRole("region", { name: "Steady state" }));
  expect(meter.getByText("steady")).toBeTruthy();
  expect(meter.getByText("not steady")).toBeTruthy();
  expect(meter.getByText("mean 85.3 µs")).toBeTruthy();
  expect(meter.getByText("All variables must be steady in the same window.")).toBeTruthy();
  const range = meter.getByRole("meter", { name: "Range of 64K 65/35, Mean latency" });
  expect([range.getAttribute("aria-valuenow"), range.getAttribute("aria-valuetext")]).toEqual([
    "40",
    "140 % (limit 20 %)",
  ]);
});

test("what is not known is said, and never drawn as none", async () => {
  const tell = await openJob(aPlan({ loops: LOOPS }));

  const unknown = { values: [], mean: null, range_percent: null, slope_percent: null };
  tell(aStanding({ round: 0, filled: 0, tracked: [aVariable(unknown)] }));

  const meter = within(await screen.findByRole("region", { name: "Steady state" }));
  expect(meter.getByText("no mean yet")).toBeTruthy();
  expect(meter.getByRole("meter", { name: /^Range/ }).getAttribute("aria-valuetext")).toBe("unknown");
});

test("the place of the meter is kept between phases, and there is none where nothing is repeated", async () => {
  const steady = { ordinal: 1, name: "Wait", stop: { kind: "steady" }, workload: {} } as unknown as PhasePlan;
  const tell = await openJob(aPlan({ phases: [steady] }));
  tell(aStanding({ kind: "phase", name: "Wait" }));
  expect(await screen.findByText("Wait: 3 rounds done, at most 25")).toBeTruthy();
  tell(null);
  expect(await screen.findByText("This phase has no steady-state check.")).toBeTruthy();
});

test("a job that waits for no steady state has no meter", async () => {
  const tell = await openJob(aPlan());
  tell(null);
  expect(await screen.findByText("12 %")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Steady state" })).toBeNull();
});
