import { expect, test } from "vitest";
import { aServer } from "@/testing/objects";
import { countOf, javaOf, presenceOf } from "./engine-facts";

const NEVER = aServer({ runner_version: null, fio_version: null });
const NO_JAVA = aServer({
  vdbench_problem: "Java was not found on PATH, and Vdbench needs it: install a Java runtime.",
});
const NO_VDBENCH = aServer({ fio_version: null, vdbench_problem: "Vdbench was not found on PATH: give the lab one." });
const WHOLE = aServer({ vdbench_version: "Vdbench 5.04.07" });

test("a server that was never asked has nothing that is known", () => {
  expect(presenceOf(NEVER, "fio")).toBeNull();
  expect(presenceOf(NEVER, "vdbench")).toBeNull();
  expect(presenceOf(NEVER, "files")).toBeNull();
  expect(javaOf(NEVER)).toBe("unknown");
});

test("what is missing is told in the words of its runner", () => {
  expect(presenceOf(NO_VDBENCH, "fio")).toEqual({ has: false, text: "missing" });
  expect(presenceOf(NO_VDBENCH, "vdbench")).toEqual({
    has: false,
    text: "Vdbench was not found on PATH: give the lab one.",
  });
  expect(presenceOf(aServer(), "vdbench")).toBeNull();
});

test("Java is known only where the runner came as far as looking for it", () => {
  expect(javaOf(WHOLE)).toBe("found");
  expect(javaOf(NO_JAVA)).toBe("missing");
  expect(javaOf(NO_VDBENCH)).toBe("unknown");
});

test("Java is what the last discovery found of it, with or without Vdbench", () => {
  const java = (state: string, version: string | null = null) => ({ java: { state, version, message: null } });
  expect(javaOf({ ...NO_VDBENCH, tools: java("ok", "17.0.15") })).toBe("found");
  expect(javaOf({ ...NO_VDBENCH, tools: java("missing") })).toBe("missing");
  expect(javaOf({ ...NO_VDBENCH, tools: java("failed") })).toBe("unknown");
  expect(javaOf({ ...NO_JAVA, tools: java("failed") })).toBe("missing");
});

test("servers are counted, and those that are not known apart", () => {
  const servers = [NEVER, NO_JAVA, NO_VDBENCH, WHOLE];
  expect(countOf(servers, "fio")).toEqual({ have: 2, unknown: 1 });
  expect(countOf(servers, "vdbench")).toEqual({ have: 1, unknown: 1 });
  expect(countOf(servers, "files")).toEqual({ have: 3, unknown: 1 });
});
