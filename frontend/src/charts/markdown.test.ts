import { expect, it } from "vitest";
import { toMarkdown } from "./markdown";

const text = (value: string | number | null) => String(value ?? "n/a");

it("writes what a reader sees, numbers flush right", () => {
  const table = {
    caption: "Rates",
    columns: [
      { label: "Run", unit: null, format: text },
      { label: "IOPS", unit: "1/s", format: (value: string | number | null) => `${text(value)} IOPS` },
    ],
    rows: [
      ["r-1", 10],
      ["r-2", null],
    ],
  };
  expect(toMarkdown(table)).toBe("Rates\n\n| Run | IOPS |\n| --- | ---: |\n| r-1 | 10 IOPS |\n| r-2 | n/a IOPS |\n");
});

it("takes a name for text, whatever it contains", () => {
  const hostile = "a | b\n<script>[x](http://y) *z*";
  const table = { caption: "c", columns: [{ label: hostile, unit: null, format: text }], rows: [] };
  const [head] = toMarkdown(table, "t").split("\n").slice(2);
  expect(head).toBe("| a \\| b \\<script\\>\\[x\\](http://y) \\*z\\* |");
});
