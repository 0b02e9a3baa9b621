/** Snapshots of configurations in words. */
import { expect, test } from "vitest";
import { factName, factText, snapshotGroups } from "./snapshot-rows";

test("names become words, units become part of the values, unknown stays unknown", () => {
  const groups = snapshotGroups({
    captured: true,
    server: { cpu_model: "EPYC", memory_bytes: 64 * 1024 ** 3, bios_version: null, swap_bytes: null },
  });

  expect(groups).toEqual([
    { title: "General", rows: [["Captured", "yes"]] },
    {
      title: "Server",
      rows: [
        ["BIOS version", null],
        ["CPU model", "EPYC"],
        ["Memory", "64 GiB"],
        ["Swap", null],
      ],
    },
  ]);
});

test("each drive of a list is a group of its own, and lists of words are one value", () => {
  const groups = snapshotGroups({
    array: { drives: [{ model: "A", size_bytes: 960e9 }, { model: "B" }], policies: ["write back"] },
  });

  expect(groups).toEqual([
    { title: "Array", rows: [["Policies", "write back"]] },
    {
      title: "Array drives 1",
      rows: [
        ["Model", "A"],
        ["Size", "960 GB"],
      ],
    },
    { title: "Array drives 2", rows: [["Model", "B"]] },
  ]);
});

test("one fact is told in words, with its unit", () => {
  expect(factName("settings.rebuild_rate_percent")).toBe("Settings rebuild rate");
  expect(factText("settings.rebuild_rate_percent", 30)).toBe("30 %");
  expect(factText("strip_bytes", 65_536)).toBe("64 KiB");
  expect(factText("serial", null)).toBeNull();
  expect(
    factText("members", [
      { key: "sda", state: null },
      { key: "sdb", state: "failed" },
    ]),
  ).toBe("key sda, state unknown · key sdb, state failed");
});

test("settings of the kernel keep their own names, and links and spindles have their units", () => {
  const [group] = snapshotGroups({
    "sysctl.vm.dirty_bytes": 0,
    wbt_lat_usec: 75_000,
    read_ahead_kb: 8192,
    link_speed_gts: 16,
    rotation_rpm: 7200,
  });
  expect(group?.rows).toEqual([
    ["Link speed", "16 GT/s"],
    ["read_ahead_kb", "8192"],
    ["Rotation", "7200 rpm"],
    ["sysctl.vm.dirty_bytes", "0"],
    ["wbt_lat_usec", "75000"],
  ]);
});

test("facts stand by name within their groups, whatever the case of their letters and how many digits they have", () => {
  const groups = snapshotGroups({
    settings: { "sysctl.vm.swappiness": 60, cpu10_driver: "b", cpu2_driver: "a", "sysctl.fs.aio-max-nr": 1 },
    zone: "x",
    array: { level: "raid5" },
    name: "y",
  });
  expect(groups.map(({ title, rows }) => [title, rows.map(([name]) => name)])).toEqual([
    ["General", ["Name", "Zone"]],
    ["Settings", ["Cpu2 driver", "Cpu10 driver", "sysctl.fs.aio-max-nr", "sysctl.vm.swappiness"]],
    ["Array", ["Level"]],
  ]);
});
