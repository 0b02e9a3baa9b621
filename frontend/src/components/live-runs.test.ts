import { expect, test } from "vitest";
import type { LabEvents, LiveSample } from "@/api/events";
import type { RunMessage, RunUnderWay } from "@/api/types";
import { anOverview, aRunUnderWay } from "@/testing/overview-objects";
import { growCurve, hasMovedOn, liveRuns } from "./live-runs";

const RUN = aRunUnderWay();
const overviewOf = (run: RunUnderWay) => anOverview({ under_way: { items: [run], count: 1, waiting_count: 0 } });

function eventsOf(changes: Partial<RunMessage>, samples: readonly LiveSample[] = []): LabEvents {
  const message: RunMessage = {
    run_id: RUN.id,
    run_number: RUN.number,
    job_number: RUN.job.number,
    server_id: RUN.server.id,
    state: RUN.state,
    progress: RUN.progress,
    live: RUN.live,
    temperature_c: 44,
    ...changes,
  };
  return { runs: new Map([[RUN.id, { message, samples }]]), silentSince: null };
}

const later = (at_ms: number, iops: number) => RUN.live && { ...RUN.live, at_ms, iops };

test("a run without messages stays as the answer has it", () => {
  expect(liveRuns(overviewOf(RUN), { runs: new Map(), silentSince: null })).toEqual([RUN]);
});

test("newer values take the place of those of the answer, and time goes on in the bar", () => {
  const progress = RUN.progress && { ...RUN.progress, elapsed_seconds: 36 };
  const [run] = liveRuns(overviewOf(RUN), eventsOf({ live: later(36_000, 40_000), progress }));
  expect(run).toMatchObject({ temperature_c: 44, live: { iops: 40_000 } });
  expect(run?.segments.map(({ percent }) => percent)).toEqual([100, 60, 0]);
});

test("a message that is older than the answer changes nothing", () => {
  expect(liveRuns(overviewOf(RUN), eventsOf({ live: later(20_000, 1) }))).toEqual([RUN]);
});

test("the curve grows by the samples behind its end", () => {
  const samples = [
    { at_ms: 30_000, iops: 1 },
    { at_ms: 45_000, iops: 40_000 },
    { at_ms: 46_000, iops: 41_000 },
  ];
  const [run] = liveRuns(overviewOf(RUN), eventsOf({ live: later(46_000, 41_000) }, samples));
  expect(run?.curve?.lines[0]).toEqual([60_000, 45_000, 38_780, 40_000, 41_000]);
});

test("a run whose curve the answer has not draws the samples alone", () => {
  const samples = [{ at_ms: 1_000, iops: 7 }];
  const [run] = liveRuns(overviewOf({ ...RUN, live: null, curve: null }), eventsOf({ live: later(1_000, 7) }, samples));
  expect(run?.curve?.lines).toEqual([[7]]);
});

test("another phase makes the answer old", () => {
  expect(hasMovedOn(overviewOf(RUN), eventsOf({}))).toBe(false);
  const progress = RUN.progress && { ...RUN.progress, phase_ordinal: 3 };
  expect(hasMovedOn(overviewOf(RUN), eventsOf({ progress }))).toBe(true);
  expect(hasMovedOn(overviewOf({ ...RUN, progress: null }), eventsOf({}))).toBe(true);
});

test("samples are joined to steps, with the newest at the end, and gaps stay gaps", () => {
  const samples = [1, 3, null, 9].map((iops, index) => ({ at_ms: 1_000 * (index + 1), iops }));
  expect(growCurve([5], samples, 0, 2_000)).toEqual([5, 2, 9]);
  expect(growCurve([5], [{ at_ms: 2_000, iops: null }], 0, 2_000)).toEqual([5, null]);
});

test("a long curve is halved", () => {
  const values = Array.from({ length: 300 }, (_, index) => index);
  const drawn = growCurve(values, [], 0, 1_000);
  expect(drawn).toHaveLength(150);
  expect(drawn[0]).toBe(0.5);
});
