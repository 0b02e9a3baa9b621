/** The charts of a run page; loaded apart from the page because ECharts comes with them. */
import { type ReactNode, useMemo } from "react";
import type { DetailedSeries } from "@/api/series-detail";
import type { Measurements, Verdict } from "@/api/types";
import { bars } from "@/charts/bars/definition";
import { ChartFigure } from "@/charts/chart-figure";
import { type ChartDefinition, ofHeight, withoutHidden } from "@/charts/definition";
import { histogramOverTime } from "@/charts/histogram-over-time/definition";
import { extentOf as extentOfSlices, type HistogramOverTimeData } from "@/charts/histogram-over-time/slices";
import { loadCurve } from "@/charts/load-curve/definition";
import type { PercentilesData } from "@/charts/percentiles/curves";
import { percentiles } from "@/charts/percentiles/definition";
import { phases } from "@/charts/phases/definition";
import type { PhaseRow } from "@/charts/phases/rows";
import { preconditioning } from "@/charts/preconditioning/definition";
import type { ChartNote } from "@/charts/preconditioning/notes";
import type { PreconditioningData } from "@/charts/preconditioning/option";
import { extentOf } from "@/charts/preconditioning/readings";
import { DEPTH_LATENCY } from "@/charts/queue-depth/curves";
import { queueDepth } from "@/charts/queue-depth/definition";
import { rounds } from "@/charts/rounds/definition";
import { runCourse } from "@/charts/run-course/definition";
import { courseExtent, type RunCourseData } from "@/charts/run-course/option";
import { telemetry } from "@/charts/telemetry/definition";
import { type ChartTheme, DASHES, subjectStyle } from "@/charts/theme";
import { rangeWithin, type TimeRange } from "@/charts/zoom";
import { METRICS, type Metric } from "@/lib/metrics";
import { CHART_HEIGHTS } from "./chart-heights";

interface OfRun {
  /** Number of the run: exported files begin with it. */
  run: string;
}

export type JudgedVerdict = Verdict & { range_limit_percent: number; slope_limit_percent: number };

const BAR_METRICS = [METRICS.iops, METRICS.throughput_bytes_per_s, METRICS.latency_mean_ns];

export interface CourseFigureProps extends OfRun {
  title: string;
  subtitle: string | undefined;
  data: RunCourseData;
  /** All metrics as panels, in place of the one. */
  panels: PreconditioningData | null;
  /** Time range from the address, possibly outside the curve. */
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
  log: boolean;
  setLog: (log: boolean) => void;
  control: ReactNode;
  tools: ReactNode;
}

/**
 * Draw the course of one metric or all. One component serves both, so that the element stays when the reader switches.
 */
export function CourseFigure(props: CourseFigureProps) {
  const { run, data, panels, range, title, subtitle, control, tools, onRange, log, setLog } = props;
  const inSight = useMemo(
    () => rangeWithin(range, panels ? extentOf(panels.series) : courseExtent(data)),
    [range, panels, data],
  );
  // A page that is rendered for its numbers alone has its chart not drawn again.
  const shown = useMemo(() => ({ ...data, range: inSight }), [data, inSight]);
  const shownPanels = useMemo(() => panels && { ...panels, range: inSight }, [panels, inSight]);
  const shared = { fileName: run, title, control, tools, range: inSight, onRange };
  return shownPanels ? (
    <ChartFigure
      {...shared}
      subtitle={subtitle}
      definition={preconditioning}
      data={shownPanels}
      toggled={log}
      onToggled={setLog}
    />
  ) : (
    <ChartFigure {...shared} subtitle={subtitle} definition={runCourse} data={shown} />
  );
}

/** Without the lines above its cells, and without a legend. */
const cellsAlone = <Data,>(definition: ChartDefinition<Data>): ChartDefinition<Data> => ({
  ...definition,
  legend: () => [],
  option: (data, theme, view) => {
    const lines = definition.legend(data, theme).filter(({ kind }) => kind === "line");
    return withoutHidden(definition.option(data, theme, view), new Set(lines.map(({ name }) => name)));
  },
});

/** One run is drawn in the accent, and the run that it is compared with dashed behind it. */
function ofSubject<Data>(definition: ChartDefinition<Data>): ChartDefinition<Data> {
  const styled = (theme: ChartTheme): ChartTheme => {
    const [own = subjectStyle(theme), other = own, ...rest] = theme.series;
    return {
      ...theme,
      series: [
        { ...own, colour: theme.subject, ink: theme.subject },
        { ...other, colour: theme.ghost, ink: theme.dimmed, dash: [...DASHES.ghost] },
        ...rest,
      ],
    };
  };
  return {
    ...definition,
    option: (data, theme, view) => definition.option(data, styled(theme), view),
    legend: (data, theme) => definition.legend(data, styled(theme)),
  };
}

const depthChart = ofSubject(ofHeight(queueDepth, CHART_HEIGHTS.upper));
const loadChart = ofHeight(loadCurve, CHART_HEIGHTS.upper);
const percentilesChart = ofSubject(ofHeight(percentiles, CHART_HEIGHTS.upper));
const overTimeChart = cellsAlone(ofHeight(histogramOverTime, CHART_HEIGHTS.lower));
// The limits are written into its drawing.
const roundsChart = { ...ofHeight(rounds, CHART_HEIGHTS.lower), legend: () => [] };

export function RoundsFigure({ run, verdict, title }: OfRun & { verdict: JudgedVerdict; title: string }) {
  return <ChartFigure fileName={run} definition={roundsChart} data={verdict} title={title} />;
}

export function DepthFigure({ run, measurements, title }: OfRun & { measurements: Measurements; title: string }) {
  const data = { ...measurements, latencyMetric: DEPTH_LATENCY };
  return <ChartFigure fileName={run} definition={depthChart} data={data} title={title} />;
}

export function LoadFigure({ run, measurements, title }: OfRun & { measurements: Measurements; title: string }) {
  return <ChartFigure fileName={run} definition={loadChart} data={measurements} title={title} />;
}

export interface ResultFigureProps<Data> extends OfRun {
  title: string;
  subtitle: string;
  data: Data;
}

export function ResultPercentilesFigure({ run, title, subtitle, data }: ResultFigureProps<PercentilesData>) {
  return <ChartFigure fileName={run} definition={percentilesChart} title={title} subtitle={subtitle} data={data} />;
}

export function ResultOverTimeFigure({ run, title, subtitle, data }: ResultFigureProps<HistogramOverTimeData>) {
  return <ChartFigure fileName={run} definition={overTimeChart} title={title} subtitle={subtitle} data={data} />;
}

export interface TelemetryFigureProps extends OfRun {
  series: readonly DetailedSeries[];
  notes: readonly ChartNote[];
  /** Time range from the address, possibly outside the readings. */
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
  /** Time span from the address, possibly outside the phase. */
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
  const hasValue = ({ name }: Metric) => (measurements.source[name] ?? []).some((value) => value !== null);
  return BAR_METRICS.filter(hasValue).map(({ name, label }) => (
    <ChartFigure key={name} fileName={run} definition={bars} data={{ metric: name, measurements }} title={label} />
  ));
}
