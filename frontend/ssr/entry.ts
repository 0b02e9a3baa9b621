/** Draws charts as SVG text in a V8 without a page: one global function, data enters as JSON, nothing is fetched. */
import "./shims";
import type { ChartDefinition } from "@/charts/definition";
import { drawPicture } from "@/charts/picture";
import { CHARTS } from "@/charts/registry";
import type { ThemeName } from "@/charts/theme";

/** Draws chart `id` (a key of CHARTS) in CSS px; throws a RangeError for an unknown chart, theme or size. */
export function renderChart(id: string, dataJson: string, theme: ThemeName, width: number, height: number): string {
  if (!Object.hasOwn(CHARTS, id))
    throw new RangeError(`There is no chart "${id}"; there are ${Object.keys(CHARTS).join(", ")}.`);
  if (theme !== "light" && theme !== "dark") throw new RangeError(`The theme is "light" or "dark", not "${theme}".`);
  if (!(width >= 200 && width <= 4000 && height >= 150 && height <= 8000)) {
    throw new RangeError(`A chart is 200 to 4000 px wide and 150 to 8000 px high, not ${width} x ${height}.`);
  }
  // The caller names the chart that its data belong to; here the two are only passed on together.
  const definition = CHARTS[id] as unknown as ChartDefinition<unknown>;
  return drawPicture(definition, JSON.parse(dataJson), { theme, width, height });
}

(globalThis as unknown as { renderChart: typeof renderChart }).renderChart = renderChart;
