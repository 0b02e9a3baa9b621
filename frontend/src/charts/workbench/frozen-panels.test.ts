/** Panels as permalinks freeze them. */
import { expect, test } from "vitest";
import { aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { someMeasurements } from "@/testing/result-objects";
import { DEFAULT_OPTIONS, type Panel } from "./document";
import { frozenPanels, type PanelsInput } from "./frozen-panels";

const panel = (changes: Partial<Panel>): Panel => ({
  id: "p1",
  chart: "bars",
  metric: "iops",
  workload: null,
  phase: null,
  factors: [],
  axis: null,
  options: DEFAULT_OPTIONS,
  x: 0,
  y: 0,
  w: 6,
  h: 9,
  ...changes,
});

const input = (changes: Partial<PanelsInput>): PanelsInput => ({
  comparison: aComparison({
    baseline: "r-1",
    entries: [anEntry("r-1"), anEntry("r-2")],
    runs: [aDrawnRun("r-1"), aDrawnRun("r-2", { series: [], phases: [] })],
  }),
  measurements: someMeasurements([
    { run: "r-1", outstanding: 1, iops: 10 },
    { run: "r-2", outstanding: 1, iops: 20 },
  ]),
  panels: [],
  numbers: "absolute",
  align: "start",
  grouped_by: null,
  group_colours: false,
  range: null,
  latencies: {},
  answers: [],
  ...changes,
});

test("bars are drawn under the names that were decided before", () => {
  const names = { "r-1": "server 1", "r-2": "server 2" };
  const { panels } = frozenPanels(input({ panels: [panel({})], names }));
  const [drawn] = panels;
  if (!drawn || !("chart" in drawn)) throw new Error("nothing is drawn");
  expect([drawn.chart, drawn.runs]).toEqual(["bars", ["r-1", "r-2"]]);
  expect(drawn.data).toMatchObject({ runs: [{ name: "server 1" }, { name: "server 2" }] });
});

test("a curve is named by its run, and what has none is a reason", () => {
  const panels = [panel({ chart: "over_time" }), panel({ id: "p2", chart: "load_curve" })];
  const [curves, loads] = frozenPanels(input({ panels })).panels;
  expect(curves).toMatchObject({ chart: "overlay", curves: [{ run: "r-1", phase: null }] });
  expect(loads).toMatchObject({ id: "p2", reason: expect.stringContaining("percentages") });
});

test("readings of a server are curves of the runs that have them", () => {
  const panels = [
    panel({ chart: "over_time", metric: "temperature" }),
    panel({ id: "p2", chart: "multiples", metric: "cpu" }),
  ];
  const runs = [aDrawnRun("r-1", { readings: ["temperature"] }), aDrawnRun("r-2")];
  const comparison = aComparison({ baseline: "r-1", entries: [anEntry("r-1"), anEntry("r-2")], runs });
  const [curves, none] = frozenPanels(input({ comparison, panels })).panels;
  expect(curves).toMatchObject({ title: "Drive temperature over time", curves: [{ run: "r-1", phase: null }] });
  expect(curves).toMatchObject({ remark: "No readings: System r-2.", data: { metric: "temperature" } });
  expect(none).toMatchObject({ reason: "These runs have no readings of Processor utilisation." });
});

test("a rating asks the lab for its ranking", () => {
  const [rating] = frozenPanels(input({ panels: [panel({ chart: "rank" })] })).panels;
  expect(rating).toMatchObject({ question: { ranking: { runs: ["r-1", "r-2"], reference: null } } });
  const key = rating && "key" in rating ? rating.key : "";
  const refused = [{ key, refused: { message: "no", path: "" } }];
  const [empty] = frozenPanels(input({ panels: [panel({ chart: "rank" })], answers: refused })).panels;
  expect(empty).toHaveProperty("reason");
});
