/** The text that the editor begins with, and what a dropped file is. */
import { expect, test } from "vitest";
import {
  copyOf,
  kindOf,
  offsetOfLine,
  problemsByLine,
  TEMPLATE,
  withoutCarriageReturns,
  withVersion,
} from "./editor-text";

test("the version line is written anew, and nothing else", () => {
  expect(withVersion("name: a\nversion: 1 # one\nphases: [{name: 'version: 9'}]\n", 2)).toBe(
    "name: a\nversion: 2\nphases: [{name: 'version: 9'}]\n",
  );
  expect(withVersion("name: a\n", 2)).toBe("name: a\n");
});

test("a copy has a name of its own that is not too long", () => {
  expect(copyOf("name: quick-4k\nversion: 7\n", "quick-4k")).toBe("name: quick-4k-copy\nversion: 1\n");
  expect(copyOf("name: x\n", "x".repeat(64)).length).toBe("name: \n".length + 64);
  expect(copyOf("name: x\n", "a$&b")).toContain("name: a$&b-copy");
});

test("a file is told by its words", () => {
  expect(kindOf("[global]\nrw=read\n")).toBe("fio");
  expect(kindOf("* comment\n sd=sd1,lun=/dev/x\n")).toBe("vdbench");
  expect(kindOf(TEMPLATE)).toBe("profile");
});

test("line ends and lines are found", () => {
  expect(withoutCarriageReturns("\ufeffa\r\nb\r\n")).toBe("a\nb\n");
  expect([1, 2, 3, 9].map((line) => offsetOfLine("a\nbc\n", line))).toEqual([0, 2, 5, 5]);
});

test("problems of one line are written together, and those of no line stand in the list alone", () => {
  const problems = [
    { line: 2, message: "unknown field" },
    { line: null, message: "no phases" },
    { line: 2, message: "too long" },
  ];
  expect([...problemsByLine(problems)]).toEqual([[2, "unknown field · too long"]]);
});
