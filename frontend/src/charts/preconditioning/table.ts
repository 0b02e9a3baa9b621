/** The preconditioning chart in words and as a table. */
import { TIME_METRICS } from "@/lib/metrics";
import { formatElapsed } from "@/lib/units";
import type { Cell, DataTable, TableColumn } from "../definition";
import type { TimeRange } from "../zoom";
import { type PreconditioningData, panelsOf } from "./option";
import type { Panel, TimeCurve } from "./panels";
import { hasReadings, panelsWithin, samplesOf } from "./readings";

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
  const positions = curves.map(({ t }) => new Map([...t].map((time, index) => [time, index])));
  return {
    caption,
    columns: [
      { label: "Elapsed", unit: "ms", format: (value) => formatElapsed(value as number) },
      ...panels.flatMap(columnsOf),
    ],
    rows: times.map((time) => [
      time,
      ...curves.flatMap(({ value, band }, index) => {
        const position = positions[index]?.get(time) ?? -1;
        return [value, ...(band ? [band.low, band.high] : [])].map((values) => exact(values[position]));
      }),
    ]),
  };
}

/** The readings of a curve without its gaps. */
export function knownValues({ value }: TimeCurve): Float64Array {
  return value.filter((reading) => !Number.isNaN(reading));
}

/** Where a panel's first curve starts and ends: `IOPS goes from 95.0k to 32.1k.` */
export function courseOf({ metric, curves: [curve] }: Panel): string {
  const values = curve ? knownValues(curve) : new Float64Array();
  const { label, format } = TIME_METRICS[metric];
  return values.length === 0
    ? `${label} has no readings.`
    : `${label} goes from ${format(values[0])} to ${format(values.at(-1))}.`;
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
  const course = panels.filter(({ metric }) => metric === "iops" || metric === "lat_mean").map(courseOf);
  const window = data.series[0]?.steady_window;
  const steady = window ? [`${window.label}: ${formatElapsed(window.t0_ms)} to ${formatElapsed(window.t1_ms)}.`] : [];
  const notes = data.notes?.length ? [`Notes pinned to it: ${data.notes.length}.`] : [];
  return inSight(data.range) + [...course, ...(data.verdict ? [data.verdict] : steady), ...notes].join(" ");
}
