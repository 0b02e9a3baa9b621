/** Leaders and laggards that findings name, counted by configuration. */
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { type RatingsData, ratingsHeight, ratingsLegend, ratingsOption } from "./option";

function describe({ bars, ratings }: RatingsData): string {
  const [first] = bars;
  if (!first) return "No configuration is rated.";
  const last = bars.reduce((worst, bar) => (bar.lags > worst.lags ? bar : worst), first);
  const words = [`${first.name} leads in ${first.leads} of ${ratings} ratings.`];
  if (last.lags > 0) words.push(`${last.name} lags most often: in ${last.lags}.`);
  return words.join(" ");
}

function table({ bars }: RatingsData): DataTable {
  const text = (value: Cell) => String(value ?? "");
  return {
    caption: "Ratings by configuration",
    columns: [
      { label: "Configuration", unit: null, format: text },
      { label: "Leads", unit: "count", format: text },
      { label: "Lags", unit: "count", format: text },
    ],
    rows: bars.map(({ name, leads, lags }): Cell[] => [name, leads, lags]),
  };
}

export const ratings: ChartDefinition<RatingsData> = {
  id: "ratings",
  title: "Ratings",
  height: ratingsHeight,
  option: ratingsOption,
  legend: ratingsLegend,
  describe,
  table,
  zoomable: false,
};
