import { expect, test } from "vitest";
import { lookOwners, lookPlaces } from "./looks";

const entry = (key: string, number: string | null) => ({ key, configuration: number ? { number } : null });
const A = entry("r-1", "c-1");
const B = entry("r-2", "c-2");
const C = entry("r-3", "c-3");

test("each configuration has a look of its own, in order of appearance", () => {
  expect([...lookPlaces([A, B, C], lookOwners([A, B, C], []))]).toEqual([
    ["r-1", 0],
    ["r-2", 1],
    ["r-3", 2],
  ]);
});

test("who stays keeps the look when another one goes, and when one comes", () => {
  const owners = lookOwners([A, B, C], []);
  const without = lookOwners([B, C], owners);
  expect(lookPlaces([B, C], without).get("r-3")).toBe(2);
  const newcomer = entry("r-4", "c-4");
  const again = lookOwners([newcomer, B, C], without);
  expect([...lookPlaces([newcomer, B, C], again).values()]).toEqual([3, 1, 2]);
  // Who comes back has the look of before.
  expect(lookPlaces([A, B], again).get("r-1")).toBe(0);
});

test("another run of one configuration has its colour and another symbol", () => {
  const repeat = entry("r-9", "c-1");
  const entries = [A, repeat, B, entry("r-10", "c-1")];
  const places = lookPlaces(entries, lookOwners(entries, []));
  expect([...places.values()].toSorted((a, b) => a - b)).toEqual([0, 1, 8, 16]);
  expect((places.get("r-9") ?? -1) % 8).toBe(0);
});

test("a run without a configuration has a look of its own", () => {
  const entries = [entry("r-5", null), entry("r-6", null)];
  expect([...lookPlaces(entries, lookOwners(entries, [])).values()]).toEqual([0, 1]);
});

test("places are given away only when all are taken", () => {
  const many = Array.from({ length: 12 }, (_, index) => entry(`r-${index}`, `c-${index}`));
  const owners = lookOwners(many, []);
  const rest = many.slice(1);
  const next = lookOwners([...rest, entry("r-99", "c-99")], owners);
  expect(next).toHaveLength(12);
  expect(next[0]).toBe("c-99");
  expect(next[11]).toBe("c-11");
});
