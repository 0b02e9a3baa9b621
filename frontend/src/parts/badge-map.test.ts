import { describe, expect, it } from "vitest";
import { ordinal, parts as words } from "@/messages/parts";
import { originLook, runLook, serverLook, verdictLook } from "./badge-map";

const RUN_STATES = ["waiting", "preparing", "running", "collecting", "finished", "failed", "cancelled", "lost"];
const ATTEMPT_STATES = ["queued", "leased", "prepared", "starting", "succeeded", "refused"];
const SERVER_STATES = ["new", "ready", "busy", "maintenance", "unreachable", "quarantined", "retired"];
const SERVER_USES = ["leased", "reserved", "idle"];

describe("a run", () => {
  it.each([...RUN_STATES, ...ATTEMPT_STATES])("in state %s has a word of its own", (state) => {
    expect(runLook(state).text).not.toBe(state);
  });

  it.each([
    ["waiting", {}, "Queued"],
    ["waiting", { place: 2 }, "Queued, 2nd"],
    ["running", { place: 2 }, "Measuring"],
    ["finished", {}, "Finished"],
    ["finished", { verdict: "not_steady" }, "Not steady"],
    ["failed", { verdict: "steady" }, "Failed"],
    ["unheard_of", {}, "unheard_of"],
  ])("in state %s with %j is %s", (state, facts, text) => {
    expect(runLook(state, facts).text).toBe(text);
  });

  it("that is queued or cancelled is never shown as good", () => {
    for (const state of ["waiting", "queued", "cancelled"]) expect(["outlined", "idle"]).toContain(runLook(state).tone);
  });

  it("whose colour says something has a glyph too", () => {
    for (const state of [...RUN_STATES, ...ATTEMPT_STATES]) {
      const { tone, glyph } = runLook(state);
      expect(glyph === null, state).toBe(tone === "outlined");
    }
  });
});

it("has a word for each verdict", () => {
  expect(["steady", "not_steady", "insufficient_rounds"].map((verdict) => verdictLook(verdict).text)).toEqual([
    "Steady",
    "Not steady",
    "Too short",
  ]);
});

it("says where results came from unless they were measured here", () => {
  expect(originLook("measured")).toBeNull();
  expect(originLook("published")?.text).toBe("Published");
  expect(originLook("imported")?.text).toBe("Imported");
});

describe("a server", () => {
  it.each([...SERVER_STATES, ...SERVER_USES])("in state %s has a word", (state) => {
    expect(Object.values(words.serverStates)).toContain(serverLook(state).text);
  });

  it("in use is measuring when it works for this lab", () => {
    expect(serverLook("busy").text).toBe("In use");
    expect(serverLook("busy", { isMeasuring: true }).text).toBe("Measuring");
    expect(serverLook("ready", { isMeasuring: true }).text).toBe("Idle");
  });
});

it.each([
  [1, "1st"],
  [2, "2nd"],
  [3, "3rd"],
  [4, "4th"],
  [11, "11th"],
  [12, "12th"],
  [21, "21st"],
  [113, "113th"],
])("writes place %d as %s", (place, text) => expect(ordinal(place)).toBe(text));
