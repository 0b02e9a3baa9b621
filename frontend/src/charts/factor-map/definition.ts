/** Results over two factors as a map, with their numbers and a sentence. */
import { bestOf, LEFT_OPEN } from "@/lib/best";
import { METRICS } from "@/lib/metrics";
import type { ChartDefinition } from "../definition";
import { factorTable } from "../factor-bars/definition";
import { cellText, type FactorBarsData } from "../factor-bars/option";
import { factorMapHeight, factorMapOption, placeOf } from "./option";
import { panel } from "./panel";
import { words } from "./words";

function describe({ metric: name, cells }: FactorBarsData): string {
  const metric = METRICS[name];
  const figures = cells.flatMap((cell) => (cell.state === "measured" ? [{ ...cell, kind: cell.value_kind }] : []));
  const best = bestOf(figures, metric.better);
  if (best === undefined) return words.noValues(metric.label);
  const missing = cells.length - figures.length;
  return [
    best === null ? LEFT_OPEN : words.best(placeOf(best), cellText(best, metric)),
    ...(missing > 0 ? [words.missing(missing, cells.length)] : []),
  ].join(" ");
}

export const factorMap: ChartDefinition<FactorBarsData> = {
  id: "factor-map",
  title: panel.title(),
  height: factorMapHeight,
  option: factorMapOption,
  legend: () => [],
  describe,
  table: factorTable,
  zoomable: false,
};
