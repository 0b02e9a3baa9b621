/** Figures with their units. */
import { expect, test } from "vitest";
import { figureText } from "./figure-text";

test("a figure has the unit that belongs to its metric, and one of another source its own", () => {
  expect(figureText(862_769, "1/s")).toBe("862.8k IOPS");
  expect(figureText(12_269e6, "bytes/s")).toBe("12.27 GB/s");
  expect(figureText(1.5e6, "ns")).toBe("1.500 ms");
  expect(figureText(3, "fans")).toBe("3.000 fans");
  expect(figureText(null, "1/s")).toBe("n/a");
});
