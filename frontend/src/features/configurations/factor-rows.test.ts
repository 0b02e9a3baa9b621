/** Factors of two configurations by state, and the sentence on causes. */
import { describe, expect, test } from "vitest";
import type { ConfigurationComparison } from "@/api/configurations";
import { factorLines, summaryOf } from "./factor-rows";

const cell = (value: string | null, state: string) => ({ value, state });
const row = (key: string, state: string, a: string | null, b: string | null) => ({
  key,
  label: key,
  group: "server",
  state,
  cells: [cell(a, "same"), cell(b, state)],
});

const comparison = (rows: unknown[], effects: unknown[] = [], consequences: unknown[] = []) =>
  ({ factors: { rows }, effects, consequences }) as unknown as ConfigurationComparison;

describe("factorLines", () => {
  test("an effect of exactly these values is a change, one of others names them, and none is said to be none", () => {
    const rows = [
      row("firmware", "differs", "8.8", "8.5"),
      row("level", "differs", "5", "6"),
      row("cpu", "differs", "x", "y"),
    ];
    const effects = [
      { key: "firmware", before: "8.8", after: "8.5", ratio: 0.94, better: false, pairs: 1 },
      { key: "level", before: "5", after: "10", ratio: 1.5, better: true, pairs: 2 },
    ];
    expect(factorLines(comparison(rows, effects)).differs.map(({ effect }) => effect)).toEqual([
      "\u22126\u00a0%",
      "+50\u00a0% from 5 to 10",
      "not measured",
    ]);
  });

  test("an unknown factor counts as different and has no effect", () => {
    const { unknown } = factorLines(comparison([row("bios", "unknown", null, "1.6")]));
    expect(unknown).toMatchObject([{ a: null, b: "1.6", effect: "unknown counts as different" }]);
  });
});

test("what follows from a factor is shown and not counted", () => {
  const lines = factorLines(
    comparison([row("level", "differs", "5", "6")], [], [row("size", "differs", "5.8 TB", "3.8 TB")]),
  );
  expect(lines.follows.map(({ key, effect }) => [key, effect])).toEqual([["size", "follows from others"]]);
  expect(summaryOf(lines).title).toBe("1 factor differs.");
});

describe("summaryOf", () => {
  const summary = (...rows: unknown[]) => summaryOf(factorLines(comparison(rows)));

  test("one known difference without unknown factors is a cause", () => {
    expect(summary(row("level", "differs", "5", "6"))).toEqual({
      title: "1 factor differs.",
      cause: "A difference in results has one known cause: level.",
    });
  });

  test("an unknown factor leaves the cause open", () => {
    const { title, cause } = summary(row("level", "differs", "5", "6"), row("bios", "unknown", null, null));
    expect(title).toBe("1 factor differs, 1 is unknown.");
    expect(cause).toContain("no known cause");
  });

  test("several differences have no single cause", () => {
    const { title, cause } = summary(row("level", "differs", "5", "6"), row("cpu", "differs", "x", "y"));
    expect([title, cause]).toEqual(["2 factors differ.", "A difference in results has no single cause."]);
  });

  test("nothing known to differ says so, and what is unknown may", () => {
    expect(summary(row("cpu", "same", "x", "x"))).toEqual({
      title: "No known factor differs.",
      cause: "Everything recorded is the same.",
    });
    expect(summary(row("bios", "unknown", null, null)).cause).toBe("Unknown factors may differ.");
  });
});
