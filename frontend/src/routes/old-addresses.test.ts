/** Old addresses of pages that the workbench replaced. */
import { expect, test } from "vitest";
import { readPanels } from "@/features/workbench/address";
import { oldComparison } from "./old-addresses";

/** The panels of a search as chart and metric, those with a workload or a logarithmic axis with these. */
function drawn(panels: string | undefined) {
  return panels === undefined
    ? undefined
    : readPanels(panels)?.map(({ chart, metric, workload, options: { log } }) =>
        [chart, metric, workload, log && "log"].filter(Boolean).join(" "),
      );
}

test.each([
  ["runs", { runs: "r-1,r-2" }, { runs: "r-1,r-2" }],
  ["a baseline", { runs: "r-1,r-2", baseline: "r-2" }, { runs: "r-1,r-2", baseline: "r-2" }],
  ["relative numbers", { runs: "r-1", numbers: "relative" }, { runs: "r-1", numbers: "relative" }],
  ["ratios", { runs: "r-1", numbers: "ratio" }, { runs: "r-1", numbers: "ratio" }],
  ["absolute numbers", { runs: "r-1", numbers: "absolute" }, { runs: "r-1" }],
  ["hidden entries", { runs: "r-1,r-2", hidden: "r-2" }, { runs: "r-1,r-2", hidden: "r-2" }],
  ["a span", { runs: "r-1", from: 60_000, to: 120_000 }, { runs: "r-1", range: "60000-120000" }],
  ["half a span", { runs: "r-1", from: 60_000 }, { runs: "r-1" }],
  ["what the factor bar shows anyway", { runs: "r-1", factors: "all", looks: "c-1,c-2" }, { runs: "r-1" }],
  ["what is unknown", { runs: "r-1,?", view: "x", metric: "x", numbers: 3, sweep: "x", from: "x" }, { runs: "r-1" }],
  ["sweeps of IOPS", { runs: "r-1", view: "sweep" }, { runs: "r-1" }],
])("a comparison keeps %s", (_, old, now) => {
  expect(oldComparison(old)).toEqual({ ...now, pooled: false });
});

test("a comparison pools repeats as it did", () => {
  expect(oldComparison({ runs: "r-1,r-2", pooled: true })).toEqual({ runs: "r-1,r-2" });
});

test("a comparison without runs is an empty workbench", () => {
  expect(oldComparison({ view: "curve", numbers: "ratio" })).toEqual({});
});

const VALUES = (metric: string) => [`bars ${metric}`, `table ${metric}`];

test.each([
  ["curves", { view: "curve" }, ["over_time iops", ...VALUES("iops")]],
  ["log curves", { view: "curve", metric: "latency_p99_ns", log: true }, ["over_time latency_p99_ns log"]],
  ["curves apart", { view: "curve", sweep: { arrangement: "apart" } }, ["multiples iops"]],
  ["sweeps of a metric", { view: "sweep", metric: "bandwidth" }, ["queue_depth throughput_bytes_per_s"]],
  ["a workload", { view: "sweep", sweep: { workload: "4K read" } }, ["queue_depth iops 4K read", ...VALUES("iops")]],
  ["a metric", { metric: "lat_mean" }, ["queue_depth latency_mean_ns", "over_time latency_mean_ns"]],
  ["an axis", { log: true }, ["queue_depth iops", "over_time iops log"]],
])("a comparison draws %s", (_, old, charts) => {
  expect(drawn(oldComparison({ runs: "r-1", ...old }).panels)?.slice(0, charts.length)).toEqual(charts);
});
