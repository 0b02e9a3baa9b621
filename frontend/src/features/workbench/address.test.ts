import { expect, test } from "vitest";
import { CHART_KINDS } from "@/charts/registry";
import { SWEEP_AXES } from "@/charts/sweeps/axis-names";
import { RESULT_METRICS } from "@/charts/workbench/contract";
import {
  ALIGNMENTS,
  DEFAULT_OPTIONS,
  EMPTY,
  isOverTime,
  NUMBERS,
  OPTION_NAMES,
  type Panel,
  type PanelOptions,
} from "@/charts/workbench/document";
import {
  parseWorkbenchSearch,
  readPanels,
  readWorkbench,
  type Workbench,
  writePanels,
  writeWorkbench,
} from "./address";

const BLANK: Workbench = { ...EMPTY, panels: null };

/** Pseudo-random whole numbers below a limit: the same ones in every run of the tests. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TEXTS = ["4 KiB random read", "a.b*c~d", "~", "...", "70 % reads, QD 32", "Größe 4K", "*.~*.~", "none"];

function somePanel(random: (below: number) => number, index: number): Panel {
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const w = 1 + random(12);
  const chart = pick(CHART_KINDS);
  return {
    id: `p${index}`,
    chart,
    metric: pick(RESULT_METRICS),
    workload: random(2) === 0 ? null : pick(TEXTS),
    phase: isOverTime(chart) && random(2) === 0 ? pick(TEXTS) : null,
    factors: chart === "heat_map" && random(2) === 0 ? [pick(TEXTS), "array.level"] : [],
    axis: chart === "sweep" && random(2) === 0 ? pick(SWEEP_AXES) : null,
    options: Object.fromEntries(OPTION_NAMES.map((name) => [name, random(2) === 0])) as PanelOptions,
    x: random(13 - w),
    y: random(40),
    w,
    h: 1 + random(24),
  };
}

function someWorkbench(random: (below: number) => number): Workbench {
  const runs = Array.from({ length: random(6) }, (_, index) => `r-${100 * index + random(100)}`);
  const from = random(10_000) - 5000;
  return {
    version: 1,
    entries:
      random(3) === 0
        ? { query: "raid:10 iops>500k", newest: 1 + random(48), time_zone: random(2) ? "UTC" : "Europe/Berlin" }
        : { runs },
    baseline: random(2) ? null : "r-7",
    hidden: runs.slice(random(6)),
    colours: Object.fromEntries(runs.slice(random(6)).map((run) => [run, random(48)])),
    grouped_by: random(2) ? null : "array.level",
    group_colours: random(2) === 0,
    pooled: random(2) === 0,
    numbers: NUMBERS[random(3)] ?? "absolute",
    linked: random(2) === 0,
    align: ALIGNMENTS[random(3)] ?? "start",
    range: random(2) ? null : { from, to: from + 1 + random(10_000) },
    panels: random(4) === 0 ? null : Array.from({ length: random(5) }, (_, index) => somePanel(random, index)),
  };
}

test("every workbench comes back from its address", () => {
  const random = randomOf(27);
  for (let round = 0; round < 500; round += 1) {
    const workbench = someWorkbench(random);
    const search = writeWorkbench(workbench);
    expect(readWorkbench(search)).toEqual(workbench);
    expect(parseWorkbenchSearch({ ...search })).toEqual(search);
  }
});

test("what is as usual leaves the address", () => {
  expect(writeWorkbench(BLANK)).toEqual({});
  expect(writeWorkbench({ ...BLANK, entries: { runs: ["r-1", "r-2"] }, baseline: "r-2" })).toEqual({
    runs: "r-1,r-2",
    baseline: "r-2",
  });
});

test("panels are one short text", () => {
  const panel = {
    id: "p1",
    chart: "queue_depth",
    metric: "latency_p99_ns",
    workload: null,
    phase: null,
    factors: [],
    axis: null,
  } as const;
  const place = { x: 6, y: 0, w: 6, h: 9 };
  const text = writePanels([
    { ...panel, ...place, options: DEFAULT_OPTIONS },
    { ...panel, ...place, id: "p2", workload: "4K read", options: { ...DEFAULT_OPTIONS, log: true, knee: false } },
  ]);
  expect(text).toBe("p1.queue-depth.latency-p99-ns.6-0-6-9*p2.queue-depth.latency-p99-ns.6-0-6-9.kl.4K read");
});

test("colours are places in the palette, and others are dropped", () => {
  expect(readWorkbench({ colours: "r-3.2,r-4.48,r-5,r-6.07" }).colours).toEqual({ "r-3": 2, "r-6": 7 });
  expect(writeWorkbench({ ...BLANK, colours: { "r-3": 2, "r-6": 7 } })).toEqual({ colours: "r-3.2,r-6.7" });
});

test("runs beyond the most are counted, and stay counted", () => {
  const runs = Array.from({ length: 60 }, (_, index) => `r-${index + 1}`);
  const search = parseWorkbenchSearch({ runs: runs.join(",") });
  expect(search).toEqual({ runs: runs.slice(0, 48).join(","), left: 12 });
  expect(parseWorkbenchSearch({ ...search })).toEqual(search);
  expect(readWorkbench({ query: "", newest: 200 }).entries).toMatchObject({ newest: 48 });
});

test("what is not understood is dropped", () => {
  const search = { runs: "r-1,,r 2,r-1", numbers: "percent", range: "9-3", panels: "x*y", pooled: "maybe", tab: "a" };
  expect(parseWorkbenchSearch(search)).toEqual({ runs: "r-1" });
  expect(readPanels("p1.pie.iops.0-0-6-9*p2.bars.iops.0-0-6-9*p2.bars.iops.0-0-6-9")).toHaveLength(1);
});
