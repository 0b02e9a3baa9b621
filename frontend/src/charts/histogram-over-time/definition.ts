/** Latencys over time (C8b): the histogram of every slice as a column of cells, with percentiles as lines. */
import { writeElapsed } from "@/lib/elapsed";
import { formatCount, formatDuration, formatElapsed, formatLatency } from "@/lib/units";
import { overTime } from "@/messages/latency-over-time";
import type { ChartDefinition, DataTable, LegendItem, TableColumn } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { countColour } from "../ramp";
import { type ChartTheme, seriesStyle } from "../theme";
import { cellsName, drawnPercents, histogramOverTimeOption, percentileStyle, stallsOf } from "./option";
import { extentOf, gapsOf, type HistogramOverTimeData, reachOf } from "./slices";

const words = overTime.chart;

/** The usual length of a slice: gaps and stalls make some of another length. */
function usualLength({ slices }: HistogramOverTimeData): number {
  const lengths = slices.t0_ms.map((from, index) => (slices.t1_ms[index] ?? from) - from).toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

function course(data: HistogramOverTimeData, place: number): string {
  const { slices } = data;
  const name = words.percent(data.percents[place] ?? 0);
  const points = (slices.percentiles_ns[place] ?? []).flatMap((value, index) =>
    value === null ? [] : [{ value, at: slices.t0_ms[index] ?? 0 }],
  );
  const [first] = points;
  if (!first) return "";
  const low = points.reduce((min, point) => (point.value < min.value ? point : min), first);
  const high = points.reduce((max, point) => (point.value > max.value ? point : max), first);
  if (low.value === high.value) return words.flat(name, formatLatency(low.value));
  const [from, to] = [formatElapsed(low.at), formatElapsed(high.at)];
  return words.course(name, formatLatency(low.value), from, formatLatency(high.value), to);
}

function describe(data: HistogramOverTimeData): string {
  const count = data.slices.t0_ms.length;
  if (count === 0) return words.none;
  const drawn = drawnPercents(data);
  const missing = data.percents.filter((_, place) => !drawn.includes(place)).map(words.percent);
  const [stalls, gaps] = [stallsOf(data).length, gapsOf(data)];
  return [
    words.slices(count, formatDuration(Math.round(usualLength(data) / 100) / 10)),
    ...[drawn[0], drawn.at(-1)].flatMap((place, index) =>
      place === undefined || (index === 1 && drawn.length === 1) ? [] : [course(data, place)],
    ),
    ...(missing.length > 0 ? [words.tooFew(missing.join(", "))] : []),
    ...(stalls > 0 ? [words.stalled(stalls)] : []),
    ...(gaps > 0 ? [words.gaps(gaps)] : []),
    words.rule(data.min_beyond),
  ].join(" ");
}

const latency = (label: string): TableColumn => ({
  label,
  unit: "ns",
  format: (value) => formatLatency(value as number | null, { digits: 4 }),
});
const moment = (label: string): TableColumn => ({ label, unit: "ms", format: (value) => writeElapsed(Number(value)) });

function table(data: HistogramOverTimeData): DataTable {
  const { slices, percents } = data;
  const reach = reachOf(data);
  const { columns } = words;
  return {
    caption: words.caption,
    columns: [
      moment(columns.from),
      moment(columns.to),
      { label: columns.ios, unit: null, format: (value) => formatCount(value as number | null) },
      latency(columns.fastest),
      latency(columns.slowest),
      ...percents.map((percent) => latency(words.percent(percent))),
    ],
    rows: slices.t0_ms.map((from, index) => [
      from,
      slices.t1_ms[index] ?? null,
      slices.ios[index] ?? null,
      reach.get(index)?.low ?? null,
      reach.get(index)?.high ?? null,
      ...percents.map((_, place) => slices.percentiles_ns[place]?.[index] ?? null),
    ]),
  };
}

function legend(data: HistogramOverTimeData, theme: ChartTheme): LegendItem[] {
  const plain = seriesStyle(theme, 0);
  const stalled = stallsOf(data).length > 0;
  return [
    { name: cellsName(data), kind: "area", style: { ...plain, colour: countColour(theme, 10, 100) }, symbol: false },
    ...(stalled
      ? [{ name: words.stalls, kind: "band" as const, style: { ...plain, colour: theme.dimmed }, symbol: false }]
      : []),
    ...drawnPercents(data).map((place) => ({
      name: words.percent(data.percents[place] ?? 0),
      kind: "line" as const,
      style: percentileStyle(theme, place),
      symbol: false,
    })),
  ];
}

export const histogramOverTime: ChartDefinition<HistogramOverTimeData> = {
  id: "histogram-over-time",
  title: words.title,
  height: (_, width) => heightAt(DRAWN.overTime, width),
  option: histogramOverTimeOption,
  legend,
  describe,
  table,
  zoomable: true,
  extent: extentOf,
  provenance: () => words.drawn,
  along: "run-time",
};
