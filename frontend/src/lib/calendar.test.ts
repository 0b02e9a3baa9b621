/** Labels of days and months. */
import { expect, test } from "vitest";
import { calendarLabel, dayOf, monthOf, monthSpan } from "./calendar";

test("a month has its year where the year begins", () => {
  expect(calendarLabel(Date.UTC(2026, 10, 1))).toBe("Nov");
  expect(calendarLabel(Date.UTC(2027, 0, 1))).toBe("Jan 2027");
  expect(calendarLabel(Date.UTC(2026, 10, 15))).toBe("15 Nov");
  expect(monthOf(Date.UTC(2027, 7, 31, 23))).toBe("Aug 2027");
  expect(dayOf(Date.UTC(2027, 7, 31, 23))).toBe("31 Aug 2027");
});

test("a span within a year names the year once", () => {
  expect(monthSpan(Date.UTC(2027, 5, 1), Date.UTC(2027, 10, 1))).toBe("Jun to Nov 2027");
  expect(monthSpan(Date.UTC(2027, 10, 1), Date.UTC(2028, 1, 1))).toBe("Nov 2027 to Feb 2028");
});
