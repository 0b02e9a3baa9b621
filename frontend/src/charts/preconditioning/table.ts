/** The preconditioning chart in words and as a table. */
import { TIME_METRICS } from "@/lib/metrics";
import { formatElapsed } from "@/lib/units";
import type { Cell, DataTable, TableColumn } from "../definition";
import type { TimeRange } from "../zoom";
import { type PreconditioningData, panelsOf } from "./option";
import type { Panel, PhaseSpan, TimeCurve } from "./panels";
import { hasReadings, panelsWithin, samplesOf, workOf } from "./readings";

const DIGITS = { digits: 4 } as const;

const exact = (value: number | undefined): Cell => (value === undefined || Number.isNaN(value) ? null : value);

function columnsOf(panel: Panel): TableColumn[] {
  const { label, unit, format } = TIME_METRICS[panel.metric];
  return panel.curves.flatMap(({ name, style, band }) => {
    const title = style === "alone" ? label : name;
    const whole = panel.estimated ? `${title}, estimated` : title;
    const column = (prefix: string): TableColumn => ({
      label: prefix ? `${whole}, ${prefix}` : whole,
      unit,
      format: (value) => format(value as number | null, DIGITS),
    });
    return band ? [column(""), column("lowest"), column("highest")] : [column("")];
  });
}

/** One row for each moment at which any curve has a reading. */
export function panelsTable(panels: Panel[], caption: string): DataTable {
  const curves = panels.flatMap((panel) => panel.curves);
  const times = [...new Set(curves.flatMap(({ t }) => [...t]))].sort((a, b) => a - b);
  const borders = new Set(curves.flatMap((curve) => curve.borders ?? []));
  const positions = curves.map(({ t }) => new Map([...t].map((time, index) => [time, index])));
  return {
    caption,
    columns: [
      { label: "Elapsed", unit: "ms", format: (value) => formatElapsed(value as number) },
      ...panels.flatMap(columnsOf),
    ],
    rows: times
      .map((time): Cell[] => [
        time,
        ...curves.flatMap(({ value, band }, index) => {
          const position = positions[index]?.get(time) ?? -1;
          return [value, ...(band ? [band.low, band.high] : [])].map((values) => exact(values[position]));
        }),
      ])
      .filter(([time, ...cells]) => !borders.has(time as number) || cells.some((cell) => cell !== null)),
  };
}

interface Stretch {
  work: string;
  from: number;
  to: number;
}

/** Neighbouring phases of one work as one: rounds of one loop are one course. */
function stretchesOf(phases: readonly PhaseSpan[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { name, t0_ms, t1_ms } of phases) {
    const [open, to] = [stretches.at(-1), t1_ms ?? Number.POSITIVE_INFINITY];
    const work = workOf(name);
    if (open && open.work === work) open.to = to;
    else stretches.push({ work, from: t0_ms, to });
  }
  return stretches;
}

/** The work that has the most readings of a curve where it has readings of several; null where all are of one. */
function mainStretch(curve: TimeCurve, phases: readonly PhaseSpan[]): Stretch | null {
  const moments = [...curve.t].filter((_, place) => !Number.isNaN(curve.value[place] ?? Number.NaN));
  const counted = stretchesOf(phases)
    .map((stretch) => ({
      stretch,
      count: moments.filter((moment) => moment >= stretch.from && moment < stretch.to).length,
    }))
    .filter(({ count }) => count > 0);
  if (counted.length < 2) return null;
  return counted.reduce((max, entry) => (entry.count > max.count ? entry : max)).stretch;
}

export interface Course {
  first: number;
  last: number;
  /** ` in Precondition` where readings of other work are left out; else empty. */
  of: string;
}

/**
 * The first and the last reading of a curve. Where its phases did different work, the one with the most readings is looked at
 * alone: from one workload to another nothing rises or falls. Null without readings.
 */
export function courseIn(curve: TimeCurve, phases: readonly PhaseSpan[]): Course | null {
  const stretch = mainStretch(curve, phases);
  const isKnown = (value: number, place: number) => {
    const moment = curve.t[place] ?? 0;
    return !Number.isNaN(value) && (!stretch || (moment >= stretch.from && moment < stretch.to));
  };
  const [first, last] = [curve.value.find(isKnown), curve.value.findLast(isKnown)];
  if (first === undefined || last === undefined) return null;
  return { first, last, of: stretch ? ` in ${stretch.work || "the rounds"}` : "" };
}

/** Describe the start and end of a panel's first curve: `IOPS goes from 95.0k to 32.1k.` */
export function courseOf({ metric, curves: [curve] }: Panel, phases: readonly PhaseSpan[] = []): string {
  const { label, format } = TIME_METRICS[metric];
  const course = curve ? courseIn(curve, phases) : null;
  if (!course) return `${label} has no readings.`;
  return `${label}${course.of} goes from ${format(course.first)} to ${format(course.last)}.`;
}

/** The panels as far as they are in sight. */
export function panelsInSight(data: PreconditioningData): Panel[] {
  return panelsWithin(panelsOf(data), data.range);
}

/** Return `From 0:10:00 to 0:12:00: ` as the prefix of statements about a stretch alone; empty for the whole. */
export function inSight(range: TimeRange | null | undefined): string {
  return range ? `From ${formatElapsed(range.from)} to ${formatElapsed(range.to)}: ` : "";
}

/** Describe the drawn samples of a chart with a band. */
export function panelsProvenance({ series, range }: PreconditioningData): string | null {
  const drawn = series.find(hasReadings);
  const samples = drawn ? samplesOf(drawn, range) : null;
  if (!samples) return null;
  return samples.endsWith("means") ? `Drawn: ${samples} with minimum and maximum.` : `Drawn: ${samples}.`;
}

export function describePreconditioning(data: PreconditioningData): string {
  const panels = panelsInSight(data);
  if (panels.length === 0) return "No curve: this run has totals only.";
  const phases = data.series[0]?.phases;
  const course = panels
    .filter(({ metric }) => metric === "iops" || metric === "latency_mean_ns")
    .map((panel) => courseOf(panel, phases));
  const window = data.series[0]?.steady_window;
  const steady = window ? [`${window.label}: ${formatElapsed(window.t0_ms)} to ${formatElapsed(window.t1_ms)}.`] : [];
  const notes = data.notes?.length ? [`Notes: ${data.notes.length}.`] : [];
  return inSight(data.range) + [...course, ...(data.verdict ? [data.verdict] : steady), ...notes].join(" ");
}
