/** Panels of a workbench as permalinks freeze them, drawn from the lab's data about its runs. Pure. */
import type { Comparison } from "@/api/comparison";
import type { Pivot, PivotRequest } from "@/api/pivot";
import type { Ranking } from "@/api/rankings";
import type { Measurements, PhaseLatency } from "@/api/types";
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { pooledMeasurements } from "../compared/entries";
import { mapOf, mapWords } from "../factor-map/maps";
import { chosenAxes, mapRequest, proposedAxes } from "../factor-map/requests";
import { latestFigure, nightlyFigure, nightMapFigure, verdictsFigure } from "../nights/figures";
import { plannedCurves, withoutCurves } from "../overlay/planned-curves";
import { countedRun, numbersOf, ordinalOf, resultName, resultsRemark } from "../percentiles/results";
import { barsUnderNames, exclusions, referenceOf } from "../rank/ratings";
import type { ChartKind } from "../registry";
import { type Alignment, ofResults, type Panel, type ResultPanel, type TimeSpan } from "./document";
import { chosenRun, type Entry, entriesOf, type Grouping } from "./entries";
import { factsOf } from "./facts";
import { barsFigure, depthFigure, type Figure, loadFigure, scatterFigure, sweepFigure, valuesFigure } from "./figures";
import type { PanelData } from "./panel-data";
import { panelTitle, remarkWith, timeSubtitle } from "./panel-words";

const words = workbench.panels;

export interface PanelsInput extends Grouping {
  comparison: Comparison;
  /** Measurements of all runs, one row for each result. */
  measurements: Measurements;
  panels: readonly Panel[];
  numbers: PanelData["numbers"];
  align: Alignment;
  range: TimeSpan | null;
  /** Names of the entries in charts, by their keys, if they were decided before. */
  names?: Readonly<Record<string, string>>;
  /** The results of runs by their numbers, for percentiles. */
  latencies: Readonly<Record<string, readonly PhaseLatency[]>>;
  /** Answers of the lab so far. */
  answers: readonly Answer[];
}

/** A table or a ranking that a panel needs of the lab. */
export type Question = { pivot: PivotRequest } | { ranking: { runs: readonly string[]; reference: string | null } };

export interface Answer {
  /** Key of the question as it was sent. */
  key: string;
  pivot?: Pivot;
  ranking?: Ranking;
  /** Reason why there is no answer, and the field of the question that caused it. */
  refused?: { message: string; path: string };
}

/** Missing data: curves over time, each at its index of `runs`, and results, each at its index of `curves`. */
interface Lacking {
  curves?: { run: string; phase: string | null }[];
  results?: { run: string; ordinal: number }[];
  ranking?: string;
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
  names: Record<string, string>;
}

interface Context extends PanelData {
  entries: readonly Entry[];
  align: Alignment;
  range: TimeSpan | null;
  latencies: PanelsInput["latencies"];
  answers: readonly Answer[];
}

type Drawing = ({ chart: string } & Extract<Figure<unknown>, { data: unknown }> & Lacking) | { reason: string };

/** A question without an answer. */
class Unanswered extends Error {
  constructor(
    readonly key: string,
    readonly question: Question,
  ) {
    super(key);
  }
}

function answerTo(question: Question, { answers }: Context): Answer {
  const key = JSON.stringify(question);
  const answer = answers.find((candidate) => candidate.key === key);
  if (!answer) throw new Unanswered(key, question);
  return answer;
}

export function frozenPanels({ panels, names, measurements: raw, numbers, ...input }: PanelsInput): FrozenPanels {
  const { comparison } = input;
  const entries = entriesOf(comparison, [], {}, input).map((entry) => ({
    ...entry,
    name: names?.[entry.key] ?? entry.name,
  }));
  const measurements = pooledMeasurements(raw, comparison.entries);
  const facts = factsOf(comparison, entries, measurements);
  const context: Context = { ...input, entries, shown: entries, measurements, runMeasurements: raw, facts, numbers };
  return {
    panels: panels.map((panel) => frozenPanel(panel, context)),
    names: Object.fromEntries(entries.map(({ key, name }) => [key, name])),
  };
}

function frozenPanel(panel: Panel, context: Context): FrozenPanel {
  const { id } = panel;
  try {
    const drawing = DRAWN[panel.chart](panel, context);
    if ("reason" in drawing) return { id, reason: drawing.reason };
    const remark = remarkWith(drawing.remark, panel, context.numbers);
    return { id, ...drawing, remark, runs: context.shown.flatMap(({ runs }) => runs.map(({ number }) => number)) };
  } catch (unanswered) {
    if (!(unanswered instanceof Unanswered)) throw unanswered;
    return { id, question: unanswered.question, key: unanswered.key };
  }
}

const measured =
  <Data>(chart: string, figureOf: (panel: ResultPanel, context: PanelData) => Figure<Data>) =>
  (panel: Panel, context: Context): Drawing => {
    const figure = figureOf(ofResults(panel), context);
    return "reason" in figure ? figure : { chart, ...figure };
  };

const DRAWN: Readonly<Record<ChartKind, (panel: Panel, context: Context) => Drawing>> = {
  queue_depth: measured("queue-depth", depthFigure),
  scatter: measured("rate-latency", scatterFigure),
  bars: measured("bars", barsFigure),
  load_curve: measured("load-curve", loadFigure),
  sweep: measured("axis-sweep", sweepFigure),
  table: measured("values", valuesFigure),
  nightly: measured("nightly", nightlyFigure),
  latest: measured("latest-usual", latestFigure),
  night_map: measured("night-map", nightMapFigure),
  verdicts: measured("night-verdicts", verdictsFigure),
  over_time: drawnCurves,
  multiples: drawnCurves,
  percentiles: drawnPercentiles,
  heat_map: drawnMap,
  rank: drawnRating,
};

function drawnCurves(panel: Panel, context: Context): Drawing {
  const planned = plannedCurves(panel, context);
  if ("reason" in planned) return planned;
  const { metric, drawn, leftOut, without, isApart } = planned;
  const { range, numbers, align } = context;
  const { phase, options } = panel;
  return {
    chart: isApart ? "multiples" : "overlay",
    title: panelTitle(panel),
    // A picture of one curve has no legend.
    subtitle: [...(drawn.length === 1 ? drawn.map(({ name }) => name) : []), timeSubtitle(panel, { align, isApart })]
      .filter(Boolean)
      .join(", "),
    remark: [...leftOut, withoutCurves(metric, without)].filter(Boolean).join(" "),
    data: { metric, log: options.log, isApart, numbers, range, runs: drawn.map(({ run: _, ...curve }) => curve) },
    curves: drawn.map(({ run }) => ({ run: run.number, phase })),
  };
}

function drawnPercentiles(panel: Panel, context: Context): Drawing {
  const { workload } = panel;
  const { shown, latencies } = context;
  const runs = shown.map(countedRun);
  const items = runs.map((run) => latencies[run] ?? []);
  const name = resultName(items, workload);
  if (name === null) return { reason: workload === null ? words.noDistributions : words.noWorkload(workload) };
  const ordinals = items.map((own) => ordinalOf(own, name));
  const remark = resultsRemark(shown, ordinals);
  const drawable = shown.flatMap((entry, place) => {
    const [ordinal, run] = [ordinals[place] ?? null, runs[place]];
    return ordinal === null || run === undefined ? [] : [{ entry, run, ordinal }];
  });
  const numbers = numbersOf(panel, context);
  const base = drawable.findIndex(({ entry }) => entry.isBaseline);
  if (numbers !== "absolute" && base < 0) return { reason: words.noBaselineOf(name) };
  return {
    chart: "percentiles",
    title: panelTitle(panel),
    subtitle: numbers === "absolute" ? name : `${name}, ${words.againstBaseline[numbers]}`,
    ...(remark ? { remark } : {}),
    data: {
      cdf: false,
      ...(numbers === "absolute" ? {} : { base: { numbers, of: base } }),
      curves: drawable.map(({ entry }) => {
        const { name: label, order = 0, baseline = false, single } = chosenRun(entry);
        return { name: label, look: { order, baseline, single } };
      }),
    },
    results: drawable.map(({ run, ordinal }) => ({ run, ordinal })),
  };
}

function drawnMap(panel: Panel, context: Context): Drawing {
  const { metric, factors, workload } = ofResults(panel);
  const runs = context.shown.flatMap((entry) => entry.runs.map(({ number }) => number));
  const requestPivot = (pivot: Omit<PivotRequest, "runs" | "metric">) =>
    answerTo({ pivot: { ...pivot, runs, metric } }, context);
  const proposal = factors.length > 0 ? null : requestPivot({ fixed: [] });
  const axes = proposal?.pivot ? proposedAxes(proposal.pivot) : chosenAxes(factors, context.comparison);
  if (axes.rows === undefined) return { reason: words.noFactors };
  const { pivot: table, refused } = requestPivot(mapRequest(panel, axes));
  if (!table) {
    const isWorkload = workload !== null && refused?.path.startsWith("fixed");
    return { reason: isWorkload ? words.noWorkload(workload) : (refused?.message ?? words.noFactors) };
  }
  const map = mapOf(table, metric);
  if (!map) return { reason: words.noMetric(METRICS[metric].label) };
  return { chart: "factor-map", ...mapWords(table, map, { isOfQuery: false }), data: map };
}

function drawnRating(panel: Panel, context: Context): Drawing {
  const { shown } = context;
  if (shown.length < 2) return { reason: words.oneToRank };
  const runs = shown.flatMap((entry) => entry.runs.map(({ number }) => number));
  const requestRanking = (reference: string | null) => answerTo({ ranking: { runs, reference } }, context);
  const plain = requestRanking(null);
  const reference = plain.ranking && referenceOf(plain.ranking, shown);
  const isOther = reference !== undefined && reference !== plain.ranking?.reference;
  const { key, ranking } = isOther ? requestRanking(reference) : plain;
  if (!ranking) return { reason: words.noRating };
  const remark = exclusions(ranking.left_out).join(" ");
  const data = barsUnderNames(ranking, shown);
  if (data.bars.length === 0) return { reason: [words.noRating, remark].filter(Boolean).join(" ") };
  const subtitle = words.ratingOf(ranking.workloads.length);
  return { chart: "rank", title: panelTitle(panel), subtitle, remark, data, ranking: key };
}
