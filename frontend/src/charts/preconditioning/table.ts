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

/** The readings of a curve without its gaps. */
export function knownValues({ value }: TimeCurve): Float64Array {
  return value.filter((reading) => !Number.isNaN(reading));
}

/** ` in Fill` for a moment in the phase of that name; nothing where no phase is known. */
function phaseAt(moment: number, phases: readonly PhaseSpan[]): string {
  const found = phases.findLast(({ t0_ms, t1_ms }) => t0_ms <= moment && (t1_ms === null || moment <= t1_ms));
  return found ? ` in ${workOf(found.name) || found.name}` : "";
}

/**
 * Where a panel's first curve starts and ends: `IOPS goes from 95.0k to 32.1k.` Where these are of different phases their names
 * are said as well: what changed may be the work alone.
 */
export function courseOf({ metric, curves: [curve] }: Panel, phases: readonly PhaseSpan[] = []): string {
  const { label, format } = TIME_METRICS[metric];
  const isKnown = (value: number) => !Number.isNaN(value);
  const first = curve?.value.findIndex(isKnown) ?? -1;
  const last = curve?.value.findLastIndex(isKnown) ?? -1;
  if (!curve || first < 0) return `${label} has no readings.`;
  const [begin, end] = [first, last].map((place) => phaseAt(curve.t[place] ?? 0, phases));
  const [begun, ended] = begin && end && begin !== end ? [begin, end] : ["", ""];
  return `${label} goes from ${format(curve.value[first])}${begun} to ${format(curve.value[last])}${ended}.`;
}

/** The panels as far as they are in sight. */
export function panelsInSight(data: PreconditioningData): Panel[] {
  return panelsWithin(panelsOf(data), data.range);
}

/** `From 0:10:00 to 0:12:00: `, in front of what is said of a stretch alone; nothing of the whole. */
export function inSight(range: TimeRange | null | undefined): string {
  return range ? `From ${formatElapsed(range.from)} to ${formatElapsed(range.to)}: ` : "";
}

/** Which samples are drawn, of a chart with a band. */
export function panelsProvenance({ series, range }: PreconditioningData): string | null {
  const drawn = series.find(hasReadings);
  const samples = drawn ? samplesOf(drawn, range) : null;
  if (!samples) return null;
  return samples.endsWith("means") ? `Drawn: ${samples} with minimum and maximum.` : `Drawn: ${samples}.`;
}

export function describePreconditioning(data: PreconditioningData): string {
  const panels = panelsInSight(data);
  if (panels.length === 0) return "This run has no readings over time.";
  const phases = data.series[0]?.phases;
  const course = panels
    .filter(({ metric }) => metric === "iops" || metric === "latency_mean_ns")
    .map((panel) => courseOf(panel, phases));
  const window = data.series[0]?.steady_window;
  const steady = window ? [`${window.label}: ${formatElapsed(window.t0_ms)} to ${formatElapsed(window.t1_ms)}.`] : [];
  const notes = data.notes?.length ? [`Notes pinned to it: ${data.notes.length}.`] : [];
  return inSight(data.range) + [...course, ...(data.verdict ? [data.verdict] : steady), ...notes].join(" ");
}
