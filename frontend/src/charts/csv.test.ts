import { describe, expect, it } from "vitest";
import { toCsv } from "./csv";
import type { Cell, DataTable } from "./definition";

const table = (...cells: Cell[]): DataTable => ({
  caption: "",
  columns: cells.map((_, index) => ({ label: `c${index}`, unit: null, format: String })),
  rows: [cells],
});
const row = (...cells: Cell[]) =>
  toCsv(table(...cells))
    .split("\r\n")
    .slice(1, -1)
    .join("\r\n");

describe("toCsv", () => {
  it("writes units into the head, exact numbers and empty unknowns", () => {
    const columns = [
      { label: "Elapsed", unit: "ms", format: String },
      { label: "IOPS", unit: null, format: String },
    ];
    expect(
      toCsv({
        caption: "",
        columns,
        rows: [
          [1500, 31234.56789],
          [2500, null],
        ],
      }),
    ).toBe("Elapsed (ms),IOPS\r\n1500,31234.56789\r\n2500,\r\n");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\t=1", "\u0000=1", "＝1", "＋1", "－1", "＠1"])(
    "makes the text %j harmless",
    (text) => {
      expect(row(text)).toBe(`'${text}`);
    },
  );

  it("leaves negative numbers numbers and other text alone", () => {
    expect(row(-5, "RAID-5", "a=b")).toBe("-5,RAID-5,a=b");
  });

  it("quotes commas, quotes and line ends", () => {
    expect(row('a,"b"', "two\nlines")).toBe('"a,""b""","two\nlines"');
  });
});
