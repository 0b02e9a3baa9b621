/** Panels of a workbench as permalinks freeze them, drawn from the lab's data about its runs. Pure. */
import type { Comparison } from "@/api/comparison";
import type { Measurements } from "@/api/types";
import { pooledMeasurements } from "../compared/entries";
import { FIGURES } from "../figures";
import { panelTitle, remarkWith } from "../panels";
import { type FreezingData, type Frozen, type Lacking, type Question, Unanswered } from "./answers";
import { ofResults, type Panel } from "./document";
import { entriesOf, type Grouping } from "./entries";
import { factsOf } from "./facts";

export interface PanelsInput
  extends Grouping,
    Pick<FreezingData, "numbers" | "align" | "range" | "latencies" | "answers"> {
  comparison: Comparison;
  /** Measurements of all runs, one row for each result. */
  measurements: Measurements;
  panels: readonly Panel[];
  /** Names of the entries in charts, by their keys, if they were decided before. */
  names?: Readonly<Record<string, string>>;
}

export interface DrawnPanel extends Lacking {
  id: string;
  /** Id of a chart, or `values` for a table. */
  chart: string;
  title: string;
  subtitle: string;
  remark: string;
  data: unknown;
  /** Numbers of the runs that it is of. */
  runs: string[];
}

export type FrozenPanel = DrawnPanel | { id: string; reason: string } | { id: string; question: Question; key: string };

export interface FrozenPanels {
  panels: FrozenPanel[];
}

export function frozenPanels({ panels, names, measurements: raw, numbers, ...input }: PanelsInput): FrozenPanels {
  const { comparison } = input;
  const entries = entriesOf(comparison, [], {}, input).map((entry) => ({
    ...entry,
    name: names?.[entry.key] ?? entry.name,
  }));
  const measurements = pooledMeasurements(raw, comparison.entries);
  const facts = factsOf(comparison, entries, measurements);
  const context: FreezingData = {
    ...input,
    entries,
    shown: entries,
    measurements,
    runMeasurements: raw,
    facts,
    numbers,
  };
  return { panels: panels.map((panel) => frozenPanel(panel, context)) };
}

function frozenPanel(panel: Panel, context: FreezingData): FrozenPanel {
  const { id } = panel;
  try {
    const drawing = draw(panel, context);
    if ("reason" in drawing) return { id, reason: drawing.reason };
    const remark = remarkWith(drawing.remark, panel, context.numbers);
    return { id, ...drawing, remark, runs: context.shown.flatMap(({ runs }) => runs.map(({ number }) => number)) };
  } catch (unanswered) {
    if (!(unanswered instanceof Unanswered)) throw unanswered;
    return { id, question: unanswered.question, key: unanswered.key };
  }
}

function draw(panel: Panel, context: FreezingData): Frozen {
  const figure = FIGURES[panel.chart];
  if ("freeze" in figure) return figure.freeze(panel, context);
  const drawn = figure.figureOf(ofResults(panel), context);
  if ("reason" in drawn) return drawn;
  return { chart: figure.from === "values" ? figure.from : figure.definition.id, title: panelTitle(panel), ...drawn };
}
