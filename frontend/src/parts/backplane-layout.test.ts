/** The geometry of topologies, on generated trees. */
import { expect, test } from "vitest";
import { layoutBackplane, type Rect, SLOT, slotAfter } from "./backplane-layout";
import { aBackplane, type TreeShape } from "./backplane-samples";

const SHAPES: Record<string, TreeShape> = {
  "two controllers and 24 slots": { controllers: 2, shelves: 1, slots: 24, empty: 7, arraySize: 8 },
  "paths over two HBAs": { controllers: 2, shelves: 1, slots: 12, isMultipath: true },
  "four enclosures": { controllers: 2, shelves: 4, slots: 24, arraySize: 10 },
  "sixty slots in one": { controllers: 1, shelves: 1, slots: 60, arraySize: 1 },
  "direct NVMe beside an enclosure": { controllers: 1, shelves: 1, slots: 8, direct: 6 },
  "only empty slots": { controllers: 1, shelves: 1, slots: 8, empty: 8 },
  "more controllers than fit in a row": { controllers: 9, shelves: 9, slots: 4 },
  "names of 300 characters": { controllers: 2, shelves: 2, slots: 16, arraySize: 5, hasLongNames: true },
  nothing: { controllers: 0, shelves: 0, slots: 0 },
};

const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

function collisions(rects: readonly Rect[]): [Rect, Rect][] {
  return rects.flatMap((a, index) =>
    rects.slice(index + 1).flatMap((b): [Rect, Rect][] => (overlap(a, b) ? [[a, b]] : [])),
  );
}

for (const [name, shape] of Object.entries(SHAPES)) {
  for (const width of [320, 866, 1500]) {
    test(`${name}: everything is there, inside ${width} px and beside one another`, () => {
      const tree = aBackplane(shape);
      const layout = layoutBackplane(tree, width);
      expect(layout.slots.map(({ slot }) => slot.id)).toEqual(
        tree.shelves.flatMap(({ slots }) => slots.map(({ id }) => id)),
      );
      expect(layout.boxes).toHaveLength(tree.boxes.length);
      expect(collisions(layout.slots)).toEqual([]);
      expect(collisions(layout.boxes)).toEqual([]);
      expect(collisions(layout.shelves)).toEqual([]);
      expect(collisions(layout.braces.flatMap(({ label }) => label ?? []))).toEqual([]);
      for (const rect of [...layout.slots, ...layout.boxes, ...layout.shelves]) {
        expect(rect.x).toBeGreaterThanOrEqual(-0.01);
        expect(rect.x + rect.width).toBeLessThanOrEqual(layout.width + 0.01);
        expect(rect.y + rect.height).toBeLessThanOrEqual(layout.height + 0.01);
        expect(rect.width).toBeGreaterThan(0);
      }
    });
  }
}

test("slots keep their size and stand inside their enclosure, whatever the width", () => {
  for (const width of [320, 866]) {
    const layout = layoutBackplane(aBackplane({ controllers: 2, shelves: 1, slots: 24 }), width);
    const [shelf] = layout.shelves;
    for (const slot of layout.slots) {
      expect([slot.width, slot.height]).toEqual([SLOT.width, SLOT.height]);
      expect(slot.y + slot.height).toBeLessThan((shelf?.y ?? 0) + (shelf?.height ?? 0));
    }
  }
  const narrow = layoutBackplane(aBackplane({ controllers: 2, shelves: 1, slots: 24 }), 320);
  expect(new Set(narrow.slots.map(({ y }) => y)).size).toBe(3);
});

test("a drive with several paths has a link to each of its controllers", () => {
  const layout = layoutBackplane(aBackplane({ controllers: 2, shelves: 1, slots: 12, isMultipath: true }), 866);
  const thin = layout.links.filter(({ isThick }) => !isThick).map(({ id }) => id);
  expect(thin).toHaveLength(24);
  expect(thin).toContain("k-0 e-0-3");
  expect(thin).toContain("k-1 e-0-3");
});

test("a drive without a controller hangs on its processor, and an empty slot on nothing", () => {
  const layout = layoutBackplane(aBackplane({ controllers: 0, shelves: 0, slots: 0, direct: 2 }), 866);
  expect(layout.links.map(({ id }) => id)).toEqual(["cpu-0 n-0", "cpu-1 n-1"]);
  const empty = layoutBackplane(aBackplane({ controllers: 1, shelves: 1, slots: 4, empty: 4 }), 866);
  expect(empty.links.filter(({ isThick }) => !isThick)).toEqual([]);
});

test("an array has one label, at the widest of its braces, and an array of arrays stands below them", () => {
  const layout = layoutBackplane(aBackplane({ controllers: 1, shelves: 2, slots: 8, arraySize: 6 }), 400);
  const labelled = layout.braces.filter(({ label }) => label !== null).map(({ array }) => array.id);
  expect(labelled.toSorted()).toEqual(["v-0", "v-1", "v-2", "v-md0"]);
  const below = layout.braces.find(({ array }) => array.id === "v-md0")?.label;
  const others = layout.braces
    .filter(({ array, label }) => label && array.id !== "v-md0")
    .map(({ label }) => label?.y ?? 0);
  expect(below?.y).toBeGreaterThan(Math.max(...others));
});

test("keys lead along a row and to the slot below or above", () => {
  const { slots } = layoutBackplane(aBackplane({ controllers: 1, shelves: 1, slots: 24 }), 320);
  const after = (id: string | null, key: string) => slotAfter(slots, id, key)?.id ?? null;
  const perRow = slots.filter(({ y }) => y === slots[0]?.y).length;
  expect(after("e-0-3", "ArrowRight")).toBe("e-0-4");
  expect(after("e-0-3", "ArrowLeft")).toBe("e-0-2");
  expect(after("e-0-3", "ArrowDown")).toBe(`e-0-${3 + perRow}`);
  expect(after(`e-0-${3 + perRow}`, "ArrowUp")).toBe("e-0-3");
  expect(after("e-0-3", "Home")).toBe("e-0-0");
  expect(after("e-0-3", "End")).toBe("e-0-23");
  expect(after("e-0-0", "ArrowLeft")).toBeNull();
  expect(after("e-0-23", "ArrowRight")).toBeNull();
  expect(after("e-0-3", "ArrowUp")).toBeNull();
  expect(after("e-0-3", "x")).toBeNull();
  expect(after(null, "ArrowRight")).toBe("e-0-0");
});
