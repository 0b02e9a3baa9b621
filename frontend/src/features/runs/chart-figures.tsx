/** The charts of a run page; loaded apart from the page because ECharts comes with them. */
import { type ReactNode, useMemo } from "react";
import type { DetailedSeries } from "@/api/series-detail";
import type { Measurements, Verdict } from "@/api/types";
import { bars } from "@/charts/bars/definition";
import { ChartFigure } from "@/charts/chart-figure";
import { histogramOverTime } from "@/charts/histogram-over-time/definition";
import { extentOf as extentOfSlices, type HistogramOverTimeData } from "@/charts/histogram-over-time/slices";
import { loadCurve } from "@/charts/load-curve/definition";
import type { PercentilesData } from "@/charts/percentiles/curves";
import { percentiles } from "@/charts/percentiles/definition";
import { phases } from "@/charts/phases/definition";
import type { PhaseRow } from "@/charts/phases/rows";
import { preconditioning } from "@/charts/preconditioning/definition";
import type { ChartNote } from "@/charts/preconditioning/notes";
import { extentOf } from "@/charts/preconditioning/readings";
import { queueDepth } from "@/charts/queue-depth/definition";
import { rounds } from "@/charts/rounds/definition";
import { telemetry } from "@/charts/telemetry/definition";
import { rangeWithin, type TimeRange } from "@/charts/zoom";
import { METRICS, type Metric } from "@/lib/metrics";

interface OfRun {
  /** Number of the run: exported files begin with it. */
  run: string;
}

export type JudgedVerdict = Verdict & { range_limit_percent: number; slope_limit_percent: number };

const BAR_METRICS = [METRICS.iops, METRICS.throughput_bytes_per_s, METRICS.latency_mean_ns];

export interface CurvesFigureProps extends OfRun {
  series: DetailedSeries[];
  verdict: string | null;
  notes: readonly ChartNote[];
  /** The stretch that is looked at, as an address may say it: also one that lies beside the curve. */
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
  log: boolean;
  setLog: (log: boolean) => void;
  tools: ReactNode;
}

export function CurvesFigure(props: CurvesFigureProps) {
  const { run, series, verdict, notes, range, onRange, log, setLog, tools } = props;
  const inSight = useMemo(() => rangeWithin(range, extentOf(series)), [range, series]);
  return (
    <ChartFigure
      fileName={run}
      definition={preconditioning}
      data={{ series, verdict, logLatency: false, notes, range: inSight }}
      range={inSight}
      onRange={onRange}
      toggled={log}
      onToggled={setLog}
      tools={tools}
    />
  );
}

export function RoundsFigure({ run, verdict }: OfRun & { verdict: JudgedVerdict }) {
  return <ChartFigure fileName={run} definition={rounds} data={verdict} />;
}

export function DepthFigure({ run, measurements }: OfRun & { measurements: Measurements }) {
  return <ChartFigure fileName={run} definition={queueDepth} data={measurements} />;
}

export function LoadFigure({ run, measurements }: OfRun & { measurements: Measurements }) {
  return <ChartFigure fileName={run} definition={loadCurve} data={measurements} />;
}

export interface TelemetryFigureProps extends OfRun {
  series: readonly DetailedSeries[];
  notes: readonly ChartNote[];
  /** The stretch that is looked at, as an address may say it: also one that lies beside the readings. */
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
}

export function TelemetryFigure({ run, series, notes, range, onRange }: TelemetryFigureProps) {
  const inSight = useMemo(() => rangeWithin(range, extentOf(series)), [range, series]);
  return (
    <ChartFigure
      fileName={run}
      definition={telemetry}
      data={{ series, notes, range: inSight }}
      range={inSight}
      onRange={onRange}
    />
  );
}

export interface PercentilesFigureProps extends OfRun {
  data: PercentilesData;
  onToggled: (cdf: boolean) => void;
}

export function PercentilesFigure({ run, data, onToggled }: PercentilesFigureProps) {
  return <ChartFigure fileName={run} definition={percentiles} data={data} toggled={data.cdf} onToggled={onToggled} />;
}

export interface OverTimeFigureProps extends OfRun {
  title: string;
  data: HistogramOverTimeData;
  /** The span that is looked at, as an address may say it: also one that lies beside the phase. */
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
}

export function OverTimeFigure({ run, title, data, range, onRange }: OverTimeFigureProps) {
  const inSight = useMemo(() => rangeWithin(range, extentOfSlices(data)), [range, data]);
  const drawn = useMemo(() => ({ ...data, range: inSight }), [data, inSight]);
  return (
    <ChartFigure
      fileName={run}
      definition={histogramOverTime}
      title={title}
      data={drawn}
      range={inSight}
      onRange={onRange}
    />
  );
}

export function SpanFigure({ run, title, data }: OfRun & { title: string; data: PercentilesData }) {
  return <ChartFigure fileName={`${run}-span`} definition={percentiles} title={title} data={data} />;
}

export function PhasesFigure({ run, rows }: OfRun & { rows: readonly PhaseRow[] }) {
  return <ChartFigure fileName={run} definition={phases} data={{ rows }} />;
}

/** One chart of bars for each metric that has a figure: a source may give throughput for one workload, IOPS for the next. */
export function BarsFigures({ run, measurements }: OfRun & { measurements: Measurements }) {
  const known = ({ column }: Metric) => (measurements.source[column] ?? []).some((value) => value !== null);
  return BAR_METRICS.filter(known).map(({ name, label }) => (
    <ChartFigure key={name} fileName={run} definition={bars} data={{ metric: name, measurements }} title={label} />
  ));
}
