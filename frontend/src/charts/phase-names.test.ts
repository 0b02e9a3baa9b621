import { describe, expect, it, test } from "vitest";
import { phaseForms } from "@/lib/phase-forms";
import { fitPhase } from "./phase-names";

/** The names as they are written where each has so much room. */
const written = (names: string[], room: number) => phaseForms(names).map(({ following }) => fitPhase(following, room));

describe("names of phases", () => {
  it("say what they begin with once", () => {
    expect(written(["Fill", "Precondition", "QD 1", "QD 2", "QD 4"], 200)).toEqual([
      "Fill",
      "Precondition",
      "QD 1",
      "2",
      "4",
    ]);
    expect(written(["Read QD1", "Read QD2", "Read QD16"], 60)).toEqual(["Read QD1", "2", "16"]);
    expect(written(["Round 1", "Round 2"], 60)).toEqual(["Round 1", "2"]);
  });

  it("lose their beginning before their end when there is little room", () => {
    expect(written(["Read QD1", "Read QD2"], 30)).toEqual(["QD1", "2"]);
    expect(written(["Read QD1", "Read QD2"], 8)).toEqual(["1", "2"]);
  });

  it("are never cut to what they have in common", () => {
    const names = ["PTS IOPS 16KB 65 % read", "PTS IOPS 8KB 65 % read", "PTS IOPS 8KB 0 % read"];
    expect(written(names, 100)).toEqual(["16KB 65 % read", "8KB 65 % read", "0 % read"]);
    for (const text of written(names, 60)) expect(text).not.toMatch(/^PTS/);
  });

  it("stay whole where the same work is done again", () => {
    expect(written(["Fill", "Fill", "Read 4K", "Read"], 200)).toEqual(["Fill", "Fill", "Read 4K", "Read"]);
  });
});

test.each([
  [["Precondition"], 60, "Precondi…"],
  [["Read QD1", "QD1", "1"], 36, "QD1"],
  [["Round 1"], 20, ""],
])("of %j there fits in %d px %j", (forms, room, text) => {
  expect(fitPhase(forms, room)).toBe(text);
});
