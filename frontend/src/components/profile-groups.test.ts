/** The gallery of profiles. */
import { expect, test } from "vitest";
import { aProfile } from "@/testing/objects";
import { defaultProfile, firstGroup, groupOf, profilesIn } from "./profile-groups";

const builtIn = (name: string, changes = {}) => aProfile({ name, title: name, description: "", ...changes });
const PROFILES = [
  builtIn("four-corners"),
  builtIn("iometer-streams", { description: "Several\nstreams." }),
  builtIn("quick-4k"),
  builtIn("read-sweep", { writes: false }),
  builtIn("snia-iops", { report: "iops" }),
  builtIn("mine", { origin: "custom" }),
];
const names = (group: Parameters<typeof profilesIn>[1]["group"], search = "", chosen?: string) =>
  profilesIn(PROFILES, { group, search, chosen: PROFILES.find(({ name }) => name === chosen) }).map(({ name }) => name);

test("each profile stands in a group, and the usual ones are suggested in their order", () => {
  expect(PROFILES.map(groupOf)).toEqual(["snia", "reviews", "suggested", "suggested", "snia", "mine"]);
  expect(names("suggested")).toEqual(["quick-4k", "read-sweep", "snia-iops"]);
  expect(names("snia")).toEqual(["four-corners", "snia-iops"]);
  expect(names("mine")).toEqual(["mine"]);
});

test("a search looks through all groups, and the chosen profile stays", () => {
  expect(names("mine", "STREAMS several")).toEqual(["iometer-streams"]);
  expect(names("mine", "streams", "quick-4k")).toEqual(["quick-4k", "iometer-streams"]);
  expect(names("snia", "", "mine")).toEqual(["mine", "four-corners", "snia-iops"]);
});

test("the gallery opens with the group of the chosen profile", () => {
  expect(firstGroup(undefined)).toBe("suggested");
  expect(firstGroup(PROFILES[4])).toBe("suggested");
  expect(firstGroup(PROFILES[1])).toBe("reviews");
});

test("what a run begins with never erases drives", () => {
  expect(defaultProfile(PROFILES, false)?.name).toBe("quick-4k");
  expect(defaultProfile(PROFILES, true)?.name).toBe("read-sweep");
  expect(defaultProfile([builtIn("read-sweep", { writes: true })], true)).toBeUndefined();
});
