import { expect, test } from "vitest";
import { phaseForms } from "./phase-forms";

test("a name is whole where the phase before it is out of sight, and shorter by what it shares", () => {
  const [, second] = phaseForms(["Read QD1", "Read QD2"]);
  expect(second).toEqual({ first: ["Read QD2", "QD2", "2"], following: ["2"] });
});

test("no phases have no names", () => {
  expect(phaseForms([])).toEqual([]);
});
