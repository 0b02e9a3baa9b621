/** All charts by id, from their folders: what can be drawn without a page, too. */
import type { ChartDefinition } from "./definition";

/** Of data that belong to it, which types of a list of all charts do not express. */
type Chart = ChartDefinition<unknown>;

const modules = import.meta.glob<Record<string, unknown>>("./*/definition.ts", { eager: true });

/** Modules export functions and lists for their neighbours, too. */
const isChart = (exported: unknown): exported is Chart => exported instanceof Object && "option" in exported;

const charts = Object.values(modules).flatMap((module) => Object.values(module).filter(isChart));

export const CHARTS: ReadonlyMap<string, Chart> = new Map(charts.map((chart) => [chart.id, chart]));
