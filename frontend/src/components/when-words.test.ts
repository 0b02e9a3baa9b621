import { expect, test } from "vitest";
import { sinceWords, whenWords } from "./when-words";

const NOW = new Date(2026, 10, 24, 13, 31);

test("moments are told by their distance", () => {
  expect(whenWords(new Date(2026, 10, 24, 16, 42), NOW)).toBe("at 16:42");
  expect(whenWords(new Date(2026, 10, 26, 9, 5), NOW)).toBe("on Thu\u00a026 at 09:05");
  expect(sinceWords(new Date(2026, 10, 24, 9, 12), NOW)).toBe("09:12");
  expect(sinceWords(new Date(2026, 10, 23, 18, 40), NOW)).toBe("yesterday 18:40");
  expect(sinceWords(new Date(2026, 10, 20, 18, 40), NOW)).toBe("Fri\u00a020 18:40");
});
