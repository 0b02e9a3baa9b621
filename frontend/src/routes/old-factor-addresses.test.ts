/** Old addresses of Results by factors, Explore and Rankings. */
import { expect, test } from "vitest";
import { readPanels, type WorkbenchSearch } from "@/features/workbench/address";
import type { OldSearch } from "./old-addresses";
import { oldExplore, oldPivot, oldRanking } from "./old-factor-addresses";

/** The panels as chart and metric, with the workload and the factors that they have. */
const drawn = ({ panels }: WorkbenchSearch) =>
  readPanels(panels ?? "")?.map(({ chart, metric, workload, factors }) =>
    [chart, metric, workload, ...factors].filter(Boolean).join(" "),
  );
const runsOrQuery = ({ runs, query }: WorkbenchSearch) => runs ?? query;

const MANY = Array.from({ length: 70 }, (_, place) => `r-${place + 1}`);

test.each([
  ["runs", { runs: "r-1,r-1,!,r-2" }, "r-1,r-2"],
  ["a campaign", { campaign: "m-1" }, "campaign:m-1"],
  ["words", { q: "PERC 12" }, "PERC 12"],
  ["a number as words", { q: 12 }, "12"],
  ["all of them", { runs: "r-1", campaign: "m-1", q: "a OR b" }, "(number:1) OR (campaign:m-1) OR (a OR b)"],
  ["a fixed factor", { q: "x", fixed: ["array.level=RAID 5"] }, 'x (raid:"RAID 5" OR -raid:*)'],
  ["a fixed unknown", { runs: "r-1,r-2", fixed: ["array.strip=unknown"] }, "(number:1 OR number:2) -strip:*"],
  ["no field", { q: "x", fixed: ["controllers=H965i", "drives.firmware=2 x A, B", "no", 3] }, "x"],
  ["nothing", { rows: "array.level", baseline: ["1"] }, undefined],
  ["what is unknown", { runs: ["r-1"], q: {}, campaign: null }, undefined],
])("results by factors find %s", (_, old, expected) => {
  expect(runsOrQuery(oldPivot(old))).toBe(expected);
});

test("results by factors take sixty runs by their numbers", () => {
  const { query = "", newest } = oldPivot({ runs: MANY.join(",") });
  expect(query.split(" OR ")).toHaveLength(60);
  expect(newest).toBe(48);
});

test.each([
  ["proposed factors", {}, "heat_map iops"],
  ["rows and columns", { rows: "array.level", columns: "drives.count" }, "heat_map iops array.level drives.count"],
  ["rows alone", { rows: "array.level", panel: "controllers" }, "heat_map iops array.level"],
  ["one factor twice", { rows: "a.b", columns: "a.b" }, "heat_map iops a.b"],
  ["a metric", { metric: "lat_mean" }, "heat_map latency_mean_ns"],
  ["a workload", { fixed: ["workload.name=4K = read"], metric: "x" }, "heat_map iops 4K = read"],
])("results by factors draw %s", (_, old, expected) => {
  expect(drawn(oldPivot({ q: "x", ...old }))).toEqual([expected]);
});

test.each([
  ["relative", "relative"],
  ["ratio", "ratio"],
  ["other", undefined],
])("results by factors have %s numbers", (view, numbers) => {
  expect(oldPivot({ q: "x", view }).numbers).toBe(numbers);
});

const COUNTED = "state:finished validity:valid";

test.each([
  ["runs", { runs: "r-1,r-2", q: "left out" }, "r-1,r-2"],
  ["the newest runs", {}, COUNTED],
  ["words", { q: "a OR b" }, `(a OR b) ${COUNTED}`],
  ["a range", { runs: "r-1", ranges: { iops: [15_000, null] } }, "number:1 iops>=15000"],
  ["both ends", { ranges: { lat_mean: [1, 400_000] } }, `${COUNTED} latency>=1ns latency<=400000ns`],
  ["throughput", { ranges: { bandwidth: [null, 2e9] } }, `${COUNTED} throughput<=2000000000`],
  [
    "a range of a workload",
    { workload: "4 KiB random write, 16T/4Q", ranges: { latency_p99_ns: [null, 5e6] } },
    `${COUNTED} bs:4KiB random:100 read:0 threads:16 thread_qd:4 p99<=5000000ns`,
  ],
  ["a workload alone", { workload: "4 KiB random write, 16T/4Q" }, COUNTED],
  ["what is unknown", { ranges: { bogus: [1, 2], iops: ["1", -1], latency_max_ns: [1, 2] }, workload: 3 }, COUNTED],
])("exploring finds %s", (_, old, expected) => {
  expect(runsOrQuery(oldExplore(old))).toBe(expected);
});

test("exploring draws a panel of bars for each axis", () => {
  const bars = (old: OldSearch) => drawn(oldExplore(old))?.filter((panel) => panel.startsWith("bars"));
  expect(bars({})).toEqual(["bars iops", "bars throughput_bytes_per_s", "bars latency_mean_ns"]);
  expect(bars({ axes: ["lat_p99", "iops", "iops", "x"] })).toEqual(["bars latency_p99_ns", "bars iops"]);
  expect(bars({ axes: ["iops"] })).toHaveLength(3);
});

const RANKED = `${COUNTED} origin:measured scale:full`;

test.each([
  ["runs", { runs: "r-1,r-2", all: true, without: "aaaaaaaaaaaa", reference: "c-1" }, "r-1,r-2"],
  ["a profile", { profile: "four-corners@2" }, `profile:four-corners@2 ${RANKED}`],
  ["all runs of a profile", { profile: "four-corners@2", all: "true" }, `profile:four-corners@2 ${COUNTED}`],
  ["any runs", {}, RANKED],
  ["what is unknown", { profile: "x y", runs: "!", all: 1, without: [], reference: {} }, RANKED],
])("a ranking is of %s", (_, old, expected) => {
  const search = oldRanking(old);
  expect(runsOrQuery(search)).toBe(expected);
  expect(drawn(search)?.[0]).toBe("rank iops");
});
