import { expect, test } from "vitest";
import { aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { alignedCurves, phaseChoices } from "./alignment";
import { curveRuns, entriesOf } from "./entries";

const fill = { kind: "fill", name: "Fill", t0_ms: 2000 };
const condition = { kind: "precondition", name: "4K random write", t0_ms: 60_000 };
const measure = { kind: "measure", name: "4K random read QD32", t0_ms: 90_000 };

const entries = entriesOf(
  aComparison({
    entries: ["r-1", "r-2", "r-3"].map((key) => anEntry(key)),
    runs: [
      aDrawnRun("r-1", { phases: [fill, condition, measure], steady_ms: 75_000 }),
      aDrawnRun("r-2", { phases: [measure] }),
      aDrawnRun("r-3", { phases: [fill] }),
    ],
  }),
  [],
);
const curves = entries.flatMap((entry) => curveRuns(entry, false));

test.each([
  ["start", null, [undefined, undefined, undefined], [], []],
  ["start", "measure", [2000, 90_000], ["System r-3"], []],
  ["phase", null, [90_000, 90_000], [], ["System r-3"]],
  ["phase", "4K random write", [60_000], ["System r-2", "System r-3"], []],
  ["steady", null, [75_000], [], ["System r-2", "System r-3"]],
  ["steady", "measure", [75_000], ["System r-3"], ["System r-2"]],
] as const)("time begins at the %s of %s, and others are named", (align, phase, zeros, without, unaligned) => {
  const aligned = alignedCurves(curves, { align, phase });
  expect(aligned.drawn.map(({ zero_ms }) => zero_ms)).toEqual(zeros);
  expect(aligned.withoutPhase).toEqual(without);
  expect(aligned.unaligned).toEqual(unaligned);
});

test("phases are offered by kind, then those of the most runs", () => {
  expect(phaseChoices(entries)).toEqual({
    kinds: ["fill", "precondition", "measure"],
    names: ["Fill", "4K random read QD32", "4K random write"],
  });
});
