/** Two snapshots side by side. */
import { expect, test } from "vitest";
import { pairFacts } from "./pair-facts";

test("facts are paired by group and name, and what one side lacks is unknown there", () => {
  const a = { cpu: { model: "EPYC" }, drives: [{ model: "A" }] };
  const b = { cpu: { model: "EPYC", cores: 32 } };

  expect(pairFacts(a, b)).toEqual([
    {
      title: "CPU",
      facts: [
        { name: "Cores", a: null, b: "32" },
        { name: "Model", a: "EPYC", b: "EPYC" },
      ],
    },
    { title: "Drives 1", facts: [{ name: "Model", a: "A", b: null }] },
  ]);
});
