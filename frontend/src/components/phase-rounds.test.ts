/** Phases by loop and round. */
import { expect, test } from "vitest";
import { countStates, roundState, stretchesOf } from "./phase-rounds";

const loop = (round: number, cell: string, name = "IOPS") => ({ loop: name, round, cell });
const alone = (cell: string) => ({ loop: null, round: null, cell });

test("phases outside of loops stand together, and those of a loop by round", () => {
  const stretches = stretchesOf([
    alone("purge"),
    alone("fill"),
    loop(1, "a"),
    loop(1, "b"),
    loop(2, "a"),
    loop(2, "b"),
    loop(1, "c", "Latency"),
    alone("histogram"),
  ]);
  expect(
    stretches.map((stretch) =>
      stretch.loop === null
        ? stretch.phases.map(({ cell }) => cell)
        : [stretch.loop, ...stretch.rounds.map(({ round, phases }) => [round, ...phases.map(({ cell }) => cell)])],
    ),
  ).toEqual([["purge", "fill"], ["IOPS", [1, "a", "b"], [2, "a", "b"]], ["Latency", [1, "c"]], ["histogram"]]);
});

test.each([
  [["finished", "finished"], "done"],
  [["skipped", "skipped"], "not_needed"],
  [["finished", "running", "planned"], "running"],
  [["finished", "planned"], "running"],
  [["planned", "planned"], "to_come"],
  [["finished", "failed", "skipped"], "failed"],
  [["finished", "lost"], "failed"],
  [["finished", "skipped"], "partly"],
])("a round of %j is %s", (states, expected) => {
  expect(roundState(states)).toBe(expected);
});

test("rounds are counted by what became of them", () => {
  expect(countStates(["done", "done", "running", "to_come"])).toEqual([
    ["done", 2],
    ["running", 1],
    ["to_come", 1],
  ]);
});
