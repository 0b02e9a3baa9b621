/** From the charts that measurements can fill to the data of each, with what the reader chose. */
import type { MetricName } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { AddressSpaceData } from "../address-space/option";
import type { BlockSizeData } from "../block-size/panels";
import { isMeasured, type Numbers, type WithNumbers } from "../changes";
import type { LoadStepsData } from "../load-steps/option";
import { type ChosenRun, DEPTH_LATENCY, type MeasurementsData, type QueueDepthData } from "../queue-depth/curves";
import { matrixCells, matrixOf, type ThreadQueueData } from "../thread-queue/option";
import { knownCells, surfaceOf, type WriteShareData } from "../write-share/surface";
import type { SliceData } from "../write-share-slice/option";
import { placeOf, type SweepChart, type SweepKind } from "./charts-for";
import type { SweepChoices } from "./choices";
import { curvesOf, drawnWorkloads, MAX_CURVES } from "./curves";
import { measuredBy } from "./measured-by";
import { type Depth, depthsOf, distinct, isAt, type SweepCurve, writeShare } from "./points";
import { limitsOf } from "./scale";
import { byRun, type Workload } from "./workloads";

/** Lines take as many configurations as one comparison has: where they are too many for one chart, each has a panel. */
const MAX_LINES = 12;

/** The data of one figure, with the chart that draws them. */
export type FigureData =
  | { chart: "queue-depth"; data: QueueDepthData }
  | { chart: "write-share"; data: WriteShareData }
  | { chart: "write-share-slice"; data: SliceData }
  | { chart: "thread-queue"; data: ThreadQueueData }
  | { chart: "block-size"; data: BlockSizeData }
  | { chart: "load-steps"; data: LoadStepsData }
  | { chart: "address-space"; data: AddressSpaceData };

export type Figure = FigureData & {
  title: string;
  /** Key in the file names of its exports, beside the chart's own id. */
  key: string;
};

/** One thing that a reader can choose for a chart. */
export interface Choice {
  name: Exclude<keyof SweepChoices, "arrangement" | "hidden">;
  options: readonly { value: string; label: string }[];
  value: string;
}

/** A chart as it is shown: what can be chosen, one or several figures, and what they leave out. */
export interface Section {
  kind: SweepKind;
  choices: Choice[];
  figures: Figure[];
  note: string | null;
}

export interface SectionsInput {
  measurements: MeasurementsData;
  runs: readonly ChosenRun[];
  metric: MetricName;
  baseline?: string;
  /** Form of the figures of lines; unchanged by default. */
  numbers?: Numbers;
  choices: SweepChoices;
}

interface Drawn extends SectionsInput {
  chart: SweepChart;
  workloads: readonly Workload[];
}

const TITLES: Record<Exclude<SweepKind, "load-curve" | "queue-depth">, string> = {
  "write-share": words.titles.writeShare,
  "share-slice": words.titles.shareSlice,
  "depth-slice": words.titles.depthSlice,
  "thread-queue": words.titles.threadQueue,
  "block-size": words.titles.blockSize,
  "load-steps": words.titles.loadSteps,
  streams: words.titles.streams,
  "address-space": words.titles.addressSpace,
};

const isMap = (kind: SweepKind): boolean => kind === "write-share" || kind === "thread-queue";

/**
 * Return the maximum of curves. Maps show one workload at a time, slices as many curves as fit, and other lines as many
 * as one chart can distinguish.
 */
function maxCurvesOf(kind: SweepKind): number {
  if (isMap(kind)) return 1;
  return kind === "share-slice" || kind === "depth-slice" ? MAX_LINES : MAX_CURVES;
}

function workloadChoice(chart: SweepChart, drawn: readonly Workload[]): Choice[] {
  const [only] = drawn;
  if (chart.workloads.length < 2 || drawn.length === chart.workloads.length || !only) return [];
  const options = chart.workloads.map(({ name }) => ({ value: name, label: name }));
  return [{ name: "workload", options, value: only.name }];
}

/** Return the chosen numbers for the data of a chart; nothing where figures are shown unchanged. */
const numbersIn = ({ numbers }: Drawn): WithNumbers => (numbers && isMeasured({ numbers }) ? { numbers } : {});

/** The curves without whose they are: what is frozen of them names runs as they were given, and no others. */
function curvesIn(drawn: Drawn): SweepCurve[] {
  const { chart, workloads, runs, baseline } = drawn;
  const curves = curvesOf({ workloads, runs, baseline, place: placeOf(chart.kind) });
  return measuredBy(curves, chart.kind, drawn).map(({ run: _, workload: __, ...curve }) => curve);
}

const onlyName = (workloads: readonly Workload[]): string => (workloads.length === 1 ? (workloads[0]?.name ?? "") : "");

/** The depth that a slice lies at: the chosen one, else the middle of those with the most shares. */
function depthOf(depths: readonly Depth[], curves: readonly SweepCurve[], chosen: string | undefined): Depth | null {
  const wanted = depths.find(({ label }) => label === chosen);
  if (wanted) return wanted;
  const counts = depths.map(
    (depth) => curves.flatMap(({ points }) => points.filter((point) => isAt(point, depth))).length,
  );
  const best = depths.filter((_, index) => counts[index] === Math.max(...counts));
  return best[Math.floor((best.length - 1) / 2)] ?? null;
}

function shareSlice(drawn: Drawn): Pick<Section, "choices" | "figures"> {
  const curves = curvesIn(drawn);
  // Two shares at a depth are no slice.
  const all = depthsOf(curves.flatMap(({ points }) => points)).filter((depth) =>
    curves.some(
      ({ points }) =>
        distinct(
          points.filter((point) => isAt(point, depth)),
          writeShare,
        ).length > 2,
    ),
  );
  const depth = depthOf(all, curves, drawn.choices.depth);
  if (!depth) return { choices: [], figures: [] };
  const at = [onlyName(drawn.workloads), words.slice.atDepth(depth.label)].filter(Boolean).join(", ");
  const cut = curves.map((curve) => ({ ...curve, points: curve.points.filter((point) => isAt(point, depth)) }));
  return {
    choices:
      all.length > 1
        ? [{ name: "depth", options: all.map(({ label }) => ({ value: label, label })), value: depth.label }]
        : [],
    figures: [sliceFigure(drawn, { metric: drawn.metric, over: "share", at, curves: cut })],
  };
}

function depthSlice(drawn: Drawn): Pick<Section, "choices" | "figures"> {
  const curves = curvesIn(drawn);
  const shares = distinct(
    curves.flatMap(({ points }) => points),
    writeShare,
  );
  const share = shares.find((candidate) => candidate === drawn.choices.share) ?? shares[0];
  if (share === undefined) return { choices: [], figures: [] };
  const at = [onlyName(drawn.workloads), words.slice.atShare(formatPercent(share))].filter(Boolean).join(", ");
  const cut = curves.map((curve) => ({
    ...curve,
    points: curve.points.filter((point) => writeShare(point) === share),
  }));
  const options = shares.map((candidate) => ({ value: String(candidate), label: formatPercent(candidate) }));
  return {
    choices: [{ name: "share", options, value: String(share) }],
    figures: [sliceFigure(drawn, { metric: drawn.metric, over: "depth", at, curves: cut })],
  };
}

function sliceFigure(drawn: Drawn, data: SliceData): Figure {
  const title = words.titled(TITLES[drawn.chart.kind as "share-slice"], data.at);
  const curves = data.curves.filter(({ points }) => points.length > 0).slice(0, MAX_LINES);
  return { chart: "write-share-slice", data: { ...data, ...numbersIn(drawn), curves }, title, key: drawn.chart.kind };
}

/** Build a map for each run in one scale; with two runs their difference comes first. */
function surfaces(drawn: Drawn): Figure[] {
  const { metric, workloads, baseline } = drawn;
  const name = onlyName(workloads);
  const curves = curvesIn(drawn).filter(({ points }) => points.some(({ kind }) => !kind.startsWith("range_")));
  const limits = limitsOf(
    curves.flatMap((curve) => knownCells(surfaceOf({ metric, curves: [curve] })).map(({ value }) => value)),
  );
  const [first, second, ...others] = curves;
  const pair = first && second && others.length === 0 ? pairOf(drawn, first, second, baseline) : [];
  return [
    ...(pair.length === 2
      ? [
          {
            chart: "write-share" as const,
            data: { metric, curves: pair },
            title: words.ofRun(TITLES["write-share"], name, words.against(pair[0]?.name ?? "", pair[1]?.name ?? "")),
            key: "difference",
          },
        ]
      : []),
    ...curves.map((curve, index) => ({
      chart: "write-share" as const,
      data: { metric, curves: [curve], ...numbersIn(drawn), ...(limits ? { limits } : {}) },
      title: words.ofRun(TITLES["write-share"], name, curves.length > 1 ? curve.name : ""),
      key: String(index + 1),
    })),
  ];
}

/** The two, that by which the other is measured last: the baseline, or else the first run. */
function pairOf({ runs }: Drawn, first: SweepCurve, second: SweepCurve, baseline: string | undefined): SweepCurve[] {
  const base = runs.find(({ number }) => number === baseline)?.name;
  return base === second.name ? [first, second] : [second, first];
}

function matrices(drawn: Drawn): Figure[] {
  const { metric } = drawn;
  const curves = curvesIn(drawn).filter((curve) => matrixCells(matrixOf({ metric, curve })).length > 1);
  const limits = limitsOf(
    curves.flatMap((curve) => matrixCells(matrixOf({ metric, curve })).map(({ value }) => value)),
  );
  return curves.map((curve, index) => ({
    chart: "thread-queue" as const,
    data: { metric, curve, ...numbersIn(drawn), ...(limits ? { limits } : {}) },
    title: words.ofRun(TITLES["thread-queue"], onlyName(drawn.workloads), curves.length > 1 ? curve.name : ""),
    key: String(index + 1),
  }));
}

/** The rows of the workloads as they came, each with the name of its workload. */
function depthFigure(drawn: Drawn): Figure {
  const { measurements, workloads, runs, metric, baseline } = drawn;
  const rows = workloads.flatMap(({ name, rows: own }) => own.map(({ index, end }) => ({ index, name, end })));
  const source = Object.fromEntries(
    Object.entries(measurements.source).map(([column, values]) => [
      column,
      rows.map(({ index }) => values[index] ?? null),
    ]),
  );
  const ends = { low: ", from", high: ", up to" };
  const named = rows.map(({ name, end }) => `${name}${end ? ends[end] : ""}`);
  const several = new Set(source.run_number).size > 1;
  const measured = isMeasured(drawn) ? { ...numbersIn(drawn), ...(baseline === undefined ? {} : { baseline }) } : {};
  return {
    chart: "queue-depth",
    data: {
      source: { ...source, workload: named },
      metric,
      latencyMetric: DEPTH_LATENCY,
      ...measured,
      ...(several ? { runs } : {}),
    },
    title: words.titled(words.titles.queueDepth, onlyName(workloads)),
    key: "1",
  };
}

function lineFigure(drawn: Drawn): Figure {
  const { chart, workloads } = drawn;
  const curves = curvesIn(drawn).slice(0, MAX_LINES);
  const shared = { title: words.titled(TITLES[chart.kind as "streams"], onlyName(workloads)), key: chart.kind };
  switch (chart.kind) {
    case "block-size":
      return { ...shared, chart: "block-size", data: { ...numbersIn(drawn), curves } };
    case "address-space":
      return { ...shared, chart: "address-space", data: { ...numbersIn(drawn), curves } };
    default: {
      const by = chart.kind === "streams" ? "streams" : "load";
      return { ...shared, chart: "load-steps", data: { by, ...numbersIn(drawn), curves } };
    }
  }
}

function drawnOf(drawn: Drawn): Pick<Section, "choices" | "figures"> {
  switch (drawn.chart.kind) {
    case "share-slice":
      return shareSlice(drawn);
    case "depth-slice":
      return depthSlice(drawn);
    case "write-share":
      return { choices: [], figures: surfaces(drawn) };
    case "thread-queue":
      return { choices: [], figures: matrices(drawn) };
    case "queue-depth":
      return { choices: [], figures: [depthFigure(drawn)] };
    default:
      return { choices: [], figures: [lineFigure(drawn)] };
  }
}

/** Build the section of a chart that is no load curve; null where the metric has no value in it. */
export function sectionOf(chart: SweepChart, input: SectionsInput): Section {
  const maxCurves = maxCurvesOf(chart.kind);
  const workloads = drawnWorkloads(chart.workloads, input.choices.workload, maxCurves);
  const drawn = { ...input, chart, workloads };
  const { choices, figures } = drawnOf(drawn);
  const curves = workloads.reduce((sum, { rows }) => sum + byRun(rows).length, 0);
  const drawsAll = isMap(chart.kind) || chart.kind === "queue-depth";
  return {
    kind: chart.kind,
    choices: [...workloadChoice(chart, workloads), ...choices],
    figures,
    note: !drawsAll && curves > MAX_LINES ? words.tooMany(MAX_LINES, curves) : null,
  };
}
