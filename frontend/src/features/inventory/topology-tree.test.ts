/** Inventory trees as topologies. */
import { expect, test } from "vitest";
import { aController, anArray, aTree, aTreeDrive } from "@/testing/hardware-objects";
import { aServer } from "@/testing/objects";
import { topologyOf } from "./topology-tree";

const TWO_SOCKETS = aServer({ cpu_sockets: 2, cpu_cores: 64, cpu_model: "Xeon" });
const empty = { controllers: [], enclosures: [], drives: [], arrays: [] };

test("controllers hang on the processor of their NUMA node, with firmware, cache and battery", () => {
  const { boxes, shelves, hasEnclosures } = topologyOf(aTree(), TWO_SOCKETS);
  expect(boxes.map(({ id, title, parent }) => [id, title, parent])).toEqual([
    ["cpu-0", "CPU 0 · Xeon", null],
    ["cpu-1", "CPU 1 · Xeon", null],
    ["k-1", "PERC H965i", "cpu-0"],
  ]);
  expect(boxes[0]?.detail).toBe("32 cores");
  expect(boxes[2]).toMatchObject({
    detail: "fw 8.4.0.0.18-1 · cache 8 GiB · battery optimal",
    link: "16 GT/s x8 of 16 GT/s x16",
    isWarned: true,
  });
  expect(shelves[0]?.slots.map(({ id, number, attached }) => [id, number, attached])).toEqual([
    ["d-9", "3", ["k-1"]],
    ["d-10", "4", ["k-1"]],
    ["e0.2", null, ["k-1"]],
  ]);
  expect(hasEnclosures).toBe(true);
});

test("an NVMe drive that is its own controller hangs on the processor", () => {
  const controller = aController({ kind: "nvme", numa_node: 1 });
  const drive = aTreeDrive({ number: "d-4", slot: null, serial: "N1" });
  const topology = topologyOf(
    aTree({ ...empty, controllers: [{ controller, enclosures: [], drives: [drive] }] }),
    TWO_SOCKETS,
  );
  expect(topology.boxes.map(({ id }) => id)).toEqual(["cpu-0", "cpu-1"]);
  expect(topology.shelves[0]?.slots[0]).toMatchObject({ id: "d-4", number: null, attached: ["cpu-1"] });
  expect(topology.hasEnclosures).toBe(false);
});

test("a drive on several paths is one slot, attached to all of them", () => {
  const path = (number: string, drive: string) => ({
    controller: aController({ id: number, number, kind: "hba" }),
    enclosures: [
      {
        id: `box-${number}`,
        key: number,
        kind: "backplane",
        product: "JBOD",
        slot_count: 2,
        settings: {},
        slots: [
          { slot: "0", drive: aTreeDrive({ id: drive, number: drive, slot: "0", serial: "SAME" }) },
          { slot: "1", drive: null },
        ],
      },
    ],
    drives: [],
  });
  const { shelves } = topologyOf(
    aTree({ ...empty, controllers: [path("k-1", "d-1"), path("k-2", "d-2")] }),
    TWO_SOCKETS,
  );
  expect(shelves).toHaveLength(1);
  expect(shelves[0]?.slots.map(({ id, attached }) => [id, attached])).toEqual([
    ["d-1", ["k-1", "k-2"]],
    ["e0.1", ["k-1"]],
  ]);
});

test("an array of arrays comes after those that it is made of", () => {
  const volume = { id: "drive-7", number: "d-7", name: "sda" };
  const over = anArray({
    id: "array-2",
    number: "v-2",
    name: "md0",
    level: "raid0",
    condition: null,
    members: [{ kind: "drive", key: "sda", slot: 0, state: null, link: { component: "drive", ...volume } }],
  });
  const { arrays } = topologyOf(aTree({ arrays: [over, anArray({ drive: volume })] }), TWO_SOCKETS);
  expect(arrays.map(({ id, title, parts }) => [id, title, parts])).toEqual([
    ["v-1", "vd0 · RAID 5", []],
    ["v-2", "md0 · RAID 0", ["v-1"]],
  ]);
  expect(arrays[1]?.detail).toBe("over vd0 · 3.2 TB · strip 64 KiB · condition unknown");
});

test("a server of which nothing is known has nothing to draw", () => {
  const topology = topologyOf(aTree(empty), aServer({ cpu_model: null }));
  expect([topology.boxes, topology.shelves, topology.arrays]).toEqual([[], [], []]);
});
