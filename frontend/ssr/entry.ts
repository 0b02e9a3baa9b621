/** Draws, reads and offers charts in a V8 without a page: global functions, data enters as JSON, nothing is fetched. */
import "./shims";
import { type ChartDefinition, type DataTable, PANEL_WIDE_FROM } from "@/charts/definition";
import { CHARTS } from "@/charts/definitions";
import { type MeasuredInput, measuredCharts } from "@/charts/measured";
import { drawMiniature } from "@/charts/miniature";
import { drawPicture, headRoom } from "@/charts/picture";
import type { ThemeName } from "@/charts/theme";
import { type FrozenPanel, frozenPanels, type PanelsInput } from "@/charts/workbench/frozen-panels";
import { frozenNames, presentNames } from "@/lib/earlier-names";
import { type PlainTable, plainTable } from "./plain-table";

/** A picture has this height above its curves if it needs less, in CSS px: the title and two rows of legend. */
const USUAL_HEAD_ROOM = 72;
/** The widths, in CSS px, that a page without scripts has its charts in: a desk and a phone. */
const PAGE_WIDTHS = [1040, 360] as const;

/** A chart is at most so high, in CSS px. */
const MAX_HEIGHT = 8000;

/** Text of a chart beside its picture: a sentence, the heights at both widths of a page, the table. */
export interface Reading {
  sentence: string;
  heights: number[];
  table: PlainTable;
}

/** The caller names the chart that its data belong to; here the two are only passed on together. */
function findChart(id: string): ChartDefinition<unknown> {
  const chart = CHARTS.get(id);
  if (!chart) throw new RangeError(`There is no chart "${id}"; there are ${[...CHARTS.keys()].join(", ")}.`);
  return chart;
}

/**
 * Draws chart `id` (a key of CHARTS) in CSS px, under another title than its own where one is given, and beside others where
 * it is a panel; throws a RangeError for an unknown chart, theme or size.
 */
export function renderChart(
  id: string,
  dataJson: string,
  theme: ThemeName,
  width: number,
  height: number,
  title?: string,
  isPanel = false,
): string {
  const definition = findChart(id);
  requireTheme(theme);
  if (!(width >= 200 && width <= 4000 && height >= 150 && height <= MAX_HEIGHT)) {
    throw new RangeError(`A chart is 200 to 4000 px wide and 150 to ${MAX_HEIGHT} px high, not ${width} x ${height}.`);
  }
  return drawPicture(definition, presentNames(JSON.parse(dataJson)), {
    theme,
    width,
    height,
    ...(title ? { title } : {}),
    ...(isPanel ? { wideFrom: PANEL_WIDE_FROM } : {}),
  });
}

/** Draws the first panel of chart `id` without texts, for a place of some dozen CSS px; throws as `renderChart` does. */
export function renderMiniature(id: string, dataJson: string, theme: ThemeName, width: number, height: number): string {
  const definition = findChart(id);
  requireTheme(theme);
  if (!(width >= 20 && width <= 600 && height >= 10 && height <= 400)) {
    throw new RangeError(`A miniature is 20 to 600 px wide and 10 to 400 px high, not ${width} x ${height}.`);
  }
  return drawMiniature(definition, presentNames(JSON.parse(dataJson)), { theme, width, height });
}

function requireTheme(theme: ThemeName): void {
  if (theme !== "light" && theme !== "dark") throw new RangeError(`The theme is "light" or "dark", not "${theme}".`);
}

/** Reads chart `id` as a `PictureCaption` in JSON; throws a RangeError for an unknown chart. */
export function readChart(id: string, dataJson: string): string {
  const definition = findChart(id);
  const data = presentNames(JSON.parse(dataJson));
  // The same at each width: a chart of one form keeps its height where it shares a row.
  const head = Math.max(USUAL_HEAD_ROOM, ...PAGE_WIDTHS.map((width) => headRoom(definition, data, width)));
  const reading: Reading = {
    sentence: definition.describe(data),
    heights: PAGE_WIDTHS.map((width) => Math.min(Math.round(definition.height(data, width)) + head, MAX_HEIGHT)),
    table: plainTable(definition.table(data)),
  };
  return JSON.stringify(reading);
}

/** The charts that measurements can fill, from a `MeasuredInput` to `MeasuredChart[]`, both in JSON and under frozen names. */
export function offerCharts(inputJson: string): string {
  const charts = measuredCharts(presentNames(JSON.parse(inputJson)) as MeasuredInput);
  return JSON.stringify(charts.map((chart) => ({ ...chart, data: frozenNames(chart.data) })));
}

/** Panels of a workbench, from a `PanelsInput` to `FrozenPanels`, both in JSON and under frozen names. */
export function drawPanels(inputJson: string): string {
  const { panels } = frozenPanels(presentNames(JSON.parse(inputJson)) as PanelsInput);
  return JSON.stringify({ panels: panels.map(frozenPanel) });
}

function frozenPanel(panel: FrozenPanel): unknown {
  if ("question" in panel) return { ...panel, question: frozenNames(panel.question) };
  if ("reason" in panel) return panel;
  const { data } = panel;
  return { ...panel, data: panel.chart === "values" ? plainTable(data as DataTable) : frozenNames(data) };
}

Object.assign(globalThis, { renderChart, renderMiniature, readChart, offerCharts, drawPanels });
