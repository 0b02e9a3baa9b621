/** The rating of configurations over several workloads. */
import { formatNumber } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { BASE, type RankData, rankHeight, rankOption } from "./option";

function describe({ bars, reference }: RankData): string {
  const [first] = bars;
  if (!first) return "No configuration has a rating.";
  const last = bars[bars.length - 1] ?? first;
  const base = bars.find(({ number }) => number === reference);
  const rating = (value: number) => formatNumber(value);
  const words = [`${first.name} is first with ${rating(first.rating)}.`];
  if (last !== first) words.push(`${last.name} is last with ${rating(last.rating)}.`);
  if (base) words.push(`${base.name} is the baseline with ${BASE}.`);
  return words.join(" ");
}

function table({ bars }: RankData): DataTable {
  const text = (value: Cell) => String(value ?? "");
  const number = (value: Cell) => formatNumber(value as number | null, { digits: 4 });
  return {
    caption: "Configurations by rating",
    columns: [
      { label: "Configuration", unit: null, format: text },
      { label: "Rating", unit: null, format: number },
      { label: "Place", unit: null, format: text },
      { label: "Lowest ratio", unit: null, format: number },
      { label: "Highest ratio", unit: null, format: number },
    ],
    rows: bars.map(({ name, rating, place, worst, best }): Cell[] => [name, rating, place, worst, best]),
  };
}

export const rank: ChartDefinition<RankData> = {
  id: "rank",
  title: "Rating",
  height: rankHeight,
  option: rankOption,
  legend: () => [],
  describe,
  table,
  zoomable: false,
};
