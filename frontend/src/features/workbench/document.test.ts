import { expect, test } from "vitest";
import { DEFAULT_OPTIONS, DocumentProblem, readDocument } from "./document";

const panel = { id: "p1", chart: "queue_depth", x: 0, y: 0, w: 6, h: 9 };
const document = { version: 1, entries: { runs: ["r-1", "r-2"] }, panels: [panel] };

test("what a document leaves out has its default", () => {
  expect(readDocument(document)).toEqual({
    version: 1,
    entries: { runs: ["r-1", "r-2"] },
    baseline: null,
    hidden: [],
    pooled: true,
    numbers: "absolute",
    linked: true,
    align: "start",
    range: null,
    panels: [{ ...panel, metric: "iops", workload: null, phase: null, factors: [], options: DEFAULT_OPTIONS }],
  });
  const { entries } = readDocument({ version: 1, entries: { query: "raid:10" } });
  expect(entries).toEqual({ query: "raid:10", newest: 20, time_zone: "UTC" });
});

const BROKEN: [place: string, change: object][] = [
  ["version", { version: 2 }],
  ["colour", { colour: 3 }],
  ["entries", { entries: { runs: ["r-1"], query: "raid:10" } }],
  ["entries.runs.1", { entries: { runs: ["r-1", "r 2"] } }],
  ["entries.runs.1", { entries: { runs: ["r-1", "r-1"] } }],
  ["entries.newest", { entries: { query: "raid:10", newest: 49 } }],
  ["entries.limit", { entries: { query: "raid:10", limit: 3 } }],
  ["numbers", { numbers: "percent" }],
  ["align", { align: "end" }],
  ["range.to", { range: { from: 5, to: 5 } }],
  ["panels", { panels: Array.from({ length: 25 }, (_, index) => ({ ...panel, id: `p${index}` })) }],
  ["panels.1.id", { panels: [panel, panel] }],
  ["panels.0.chart", { panels: [{ ...panel, chart: "pie" }] }],
  ["panels.0.metric", { panels: [{ ...panel, metric: "speed" }] }],
  ["panels.0.x", { panels: [{ ...panel, x: 7 }] }],
  ["panels.0.h", { panels: [{ ...panel, h: 0.5 }] }],
  ["panels.0.factors", { panels: [{ ...panel, factors: ["array.level"] }] }],
  ["panels.0.phase", { panels: [{ ...panel, phase: "precondition" }] }],
  ["panels.0.options.knee", { panels: [{ ...panel, options: { knee: 1 } }] }],
  ["panels.0.options.colour", { panels: [{ ...panel, options: { colour: true } }] }],
];

test.each(BROKEN)("a fault at %s is refused with its place", (place, change) => {
  const read = () => readDocument({ ...document, ...change });
  expect(read).toThrow(DocumentProblem);
  expect(read).toThrow(expect.objectContaining({ place, message: expect.stringContaining(`${place}: `) }));
});
