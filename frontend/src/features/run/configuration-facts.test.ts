/** The configuration of a run beside its result. */
import { expect, test } from "vitest";
import { markedFacts, snapshotFacts } from "./configuration-facts";

test("equal drives are counted, and what is unknown is left out", () => {
  const facts = snapshotFacts({
    array: { level: "RAID5", strip_bytes: 65_536 },
    drives: [{ count: 16, model: "P5520", firmware: null }],
    controllers: [
      { model: "H965i", firmware: "8.4" },
      { model: "H965i", firmware: "8.4" },
      { kind: "other", model: "x" },
    ],
    system: { os: "RHEL 9", cpu: "2x Xeon", model: "R760", kernel: null },
  });
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "Drives: 16 × P5520",
    "RAID level: RAID5",
    "Strip: 64 KiB",
    "Controllers: 2 × H965i",
    "Firmware: 8.4",
    "Server: R760",
    "CPU: 2x Xeon",
    "System: RHEL 9",
  ]);
});

test("a measured file names its size and file system", () => {
  const facts = snapshotFacts({
    target: { kind: "file", size_bytes: 67_108_864, filesystem: "ext4" },
    cpu: { model: "EPYC", sockets: 2 },
    name: "vm",
  });
  expect(facts.map(({ value }) => value)).toEqual(["file of 64 MiB on ext4", "vm", "2 × EPYC"]);
});

const factor = (label: string, b: string) => ({
  key: label,
  label,
  group: "drives" as const,
  a: "old",
  b,
  known: true,
});

test("what differs is marked where it stands, and stands first where it does not", () => {
  const facts = [
    { name: "Driver", value: "VSL 3" },
    { name: "CPU", value: "EPYC" },
  ];
  const difference = { comparable: [factor("Driver", "VSL 3"), factor("Spare area", "+20 %")], unknownCount: 0 };
  expect(markedFacts(facts, difference)).toEqual([
    { name: "Spare area", value: "+20 %", differs: true },
    { name: "Driver", value: "VSL 3", differs: true },
    { name: "CPU", value: "EPYC", differs: false },
  ]);
  expect(markedFacts(facts, null)).toEqual(facts);
});
