/** The preparation of a draft. */
import { expect, test } from "vitest";
import { moveStep, newStep, parseSteps } from "./steps";

test("a new step has all its settings, at their beginning", () => {
  expect(newStep("fill", [])).toEqual({ kind: "fill", passes: 1, block_bytes: 1_048_576, pattern: "random" });
  expect(newStep("nvme_format", [])).toEqual({ kind: "nvme_format", lbaf: null, ses: 1 });
});

test("steps in an address that were tampered with keep what can be understood", () => {
  const steps = parseSteps([
    { kind: "fill", passes: "many", pattern: "zero", command: "rm -rf /" },
    { kind: "format_everything" },
    "discard",
    { kind: "nvme_format", lbaf: 1, ses: "2" },
  ]);

  expect(steps).toEqual([
    { kind: "fill", passes: 1, block_bytes: 1_048_576, pattern: "zero" },
    { kind: "nvme_format", lbaf: 1, ses: 1 },
  ]);
  expect(parseSteps("fill")).toBeUndefined();
  expect(parseSteps([{ kind: "toString" }])).toBeUndefined();
});

test("a step moves by one place and stays within the list", () => {
  const steps = [newStep("discard", []), newStep("fill", []), newStep("write_zeroes", [])];
  const kinds = (index: number, move: "up" | "down") => moveStep(steps, index, move).map(({ kind }) => kind);

  expect(kinds(1, "up")).toEqual(["fill", "discard", "write_zeroes"]);
  expect(kinds(1, "down")).toEqual(["discard", "write_zeroes", "fill"]);
  expect(kinds(0, "up")).toEqual(["discard", "fill", "write_zeroes"]);
  expect(kinds(2, "down")).toEqual(["discard", "fill", "write_zeroes"]);
});
