import { expect, test } from "vitest";
import { aRanking } from "@/testing/ranking-objects";
import { ratedBars } from "./rated-bars";

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
