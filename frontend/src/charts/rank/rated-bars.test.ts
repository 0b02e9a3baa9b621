import { expect, test } from "vitest";
import { aRanking } from "@/testing/ranking-objects";
import { rankedNames, ratedBars } from "./rated-bars";

test("a configuration without a rating has no bar, and the order stays", () => {
  const ranking = aRanking();
  const [first, second] = ranking.configurations;
  if (!first || !second) throw new Error("the sample has two configurations");
  const data = ratedBars({ ...ranking, configurations: [first, { ...first, rating: null }, second] });
  expect(data.bars.map(({ number, rating }) => [number, rating])).toEqual([
    ["c-1", 100],
    ["c-2", 50],
  ]);
  expect(data.reference).toBe("c-1");
});

test("configurations of one name are told apart by their numbers, also where only one of them is drawn", () => {
  const ranking = aRanking();
  const [first, second] = ranking.configurations;
  if (!first || !second) throw new Error("the sample has two configurations");
  const same = { ...second, configuration: { ...second.configuration, name: first.configuration.name } };
  const { name } = first.configuration;
  expect(
    ratedBars({ ...ranking, configurations: [first, { ...same, rating: null }] }).bars.map((bar) => bar.name),
  ).toEqual([`${name} (c-1)`]);
  expect([...rankedNames([first, same]).values()]).toEqual([`${name} (c-1)`, `${name} (c-2)`]);
  expect([...rankedNames([first, second]).values()]).toEqual([name, second.configuration.name]);
});
