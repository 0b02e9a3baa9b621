/** Look of slots in each view. */
import { expect, test } from "vitest";
import { excessHeat, lookScale, slotLook } from "./backplane-look";
import { aBackplane, aSlotDrive } from "./backplane-samples";

const TREE = aBackplane({ controllers: 1, shelves: 1, slots: 9, arraySize: 4 });
const SCALE = lookScale(TREE);

test("health shows endurance, temperature and the condition", () => {
  expect(slotLook(aSlotDrive({ arrays: ["v-1"] }), "health", SCALE)).toEqual({
    tone: 3,
    column: { share: 0.22, tone: "ok" },
    text: "39°",
    textTone: null,
    dot: "ok",
    border: null,
  });
  expect(slotLook(aSlotDrive({ usedPercent: 81 }), "health", SCALE).column?.tone).toBe("warn");
  expect(slotLook(aSlotDrive({ condition: "failed" }), "health", SCALE)).toMatchObject({ dot: "err", border: "err" });
  expect(slotLook(aSlotDrive({ condition: "spare" }), "health", SCALE)).toMatchObject({ text: "spare", dot: "idle" });
  expect(slotLook(aSlotDrive({ usedPercent: null, temperature: null }), "health", SCALE)).toMatchObject({
    column: null,
    text: null,
  });
});

test("a drive is hot beside the median of its server, and one alone never is", () => {
  expect(SCALE.median).toBe(39);
  expect(excessHeat({ temperature: 49 }, SCALE)).toBe(10);
  expect(excessHeat({ temperature: 48 }, SCALE)).toBeNull();
  expect(excessHeat({ temperature: 90 }, { ...SCALE, median: null })).toBeNull();
  const hot = slotLook(aSlotDrive({ temperature: 61 }), "temperature", SCALE);
  expect(hot).toMatchObject({ text: "61°", textTone: "warn", dot: "warn", border: "warn" });
  expect(hot.column?.share).toBeCloseTo(41 / 60);
});

test("array and firmware name what a drive has in its colour", () => {
  expect(slotLook(aSlotDrive({ arrays: ["v-0"] }), "array", SCALE)).toMatchObject({ tone: 1, text: "vd0" });
  expect([...SCALE.firmwares]).toEqual([
    ["9CV10410", 1],
    ["9CV10330", 3],
  ]);
  expect(slotLook(aSlotDrive(), "firmware", SCALE)).toMatchObject({ tone: 3, text: "0330" });
  expect(slotLook(aSlotDrive({ firmware: null }), "firmware", SCALE)).toMatchObject({ tone: null, text: "?" });
});
