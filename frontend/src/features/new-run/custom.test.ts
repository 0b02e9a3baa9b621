/** Workloads of one run, and the profiles they come to. */
import { expect, test } from "vitest";
import {
  customDocument,
  customField,
  customProfile,
  customTitle,
  parseCustom,
  readCustom,
  steppedList,
} from "./custom";

test("a workload that was just begun reads only", () => {
  const { phases } = customDocument({}, { fills: false }) as { phases: unknown[] };
  expect(phases).toEqual([
    {
      name: "4K random read QD{queue_depth}",
      kind: "measure",
      group: "Custom",
      workload: { read: "100", random: "100", threads: "1", block_size: "4k" },
      sweep: { queue_depth: "1..32 x2" },
      ramp: 5,
      stop: { kind: "time", seconds: 30 },
    },
  ]);
  expect(customProfile({}, { fills: false }).writes).toBe(false);
  expect(customProfile({ read: "100, 70" }, { fills: false }).writes).toBe(true);
});

test("a new file is filled first", () => {
  const { phases } = customDocument({}, { fills: true }) as { phases: { kind: string }[] };
  expect(phases.map(({ kind }) => kind)).toEqual(["fill", "measure"]);
  expect(customProfile({}, { fills: true }).writes).toBe(true);
});

test.each([
  ["depths", "1..256", "1..256 x2"],
  ["block_sizes", " 512 .. 8m ", "512..8m x2"],
  ["read", "0..100", "0..100 +10"],
  ["read", "100..0", "100..0 -10"],
  ["depths", "1..16 x4", "1..16 x4"],
  ["depths", "1, 2, 4..64", "1, 2, 4..64"],
  ["threads", " 8 ", "8"],
] as const)("the list %s %s is %s", (list, text, stepped) => expect(steppedList(list, text)).toBe(stepped));

test("axes that vary are in the names of phases, in the order a database keeps", () => {
  const custom = { block_sizes: "4k, 8k", read: "100, 0", random: "0, 100", threads: "1..4", depths: "8" };
  const { phases } = customDocument(custom, { fills: false }) as { phases: { name: string; sweep: object }[] };
  expect(phases[0]?.name).toBe("{block_size} {random} % random {read}/{write} {threads}T/8Q");
  expect(Object.keys(phases[0]?.sweep ?? {})).toEqual(["read", "random", "threads", "block_size"]);
  expect(customTitle({ read: "0", random: "0" })).toBe("4k sequential write, QD 1..32");
});

test("the same workload has the same name, and another one has another", () => {
  const name = (custom: object) => customDocument(custom, { fills: false }).name;
  expect(name({})).toBe(name({ depths: "1..32" }));
  expect(name({})).toMatch(/^adhoc-[0-9a-f]{8}$/);
  expect(name({})).not.toBe(name({ depths: "1..64" }));
});

test("a document of this form is read again, and any other is not", () => {
  const custom = { block_sizes: "4k, 8k", read: "70", random: "100", threads: "2", depths: "1..32", seconds: 12 };
  const document = customDocument(custom, { fills: true });
  expect(readCustom(JSON.parse(JSON.stringify(document)))).toEqual(custom);
  expect(readCustom({ ...document, name: "adhoc-00000000" })).toBeNull();
  expect(readCustom({ name: "adhoc-1", version: 1, title: "", description: "", phases: [] })).toBeNull();
});

test("what an address holds is taken as far as it is understood", () => {
  expect(parseCustom({ depths: 4, read: ["x"], seconds: -1, other: 1 })).toEqual({ depths: "4" });
  expect(parseCustom("custom")).toBeUndefined();
});

test("places in the document are fields of the form", () => {
  expect(customField("profile.document.phases.1.sweep.queue_depth")).toBe("depths");
  expect(customField("profile.document.phases.0.workload.block_size")).toBe("block_sizes");
  expect(customField("profile.document.phases.0.stop.seconds")).toBe("seconds");
  expect(customField("profile.document.title")).toBeNull();
});
