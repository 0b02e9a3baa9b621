/** The charts of a result below the first one, as its profile gives them. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { latencyOverTimeQuery, timedPhasesQuery } from "@/api/latency-over-time";
import { distributionsQuery, measurementsQuery } from "@/api/runs";
import type { Run, Verdict } from "@/api/types";
import { bars } from "@/charts/bars/definition";
import { FigureSkeleton } from "@/charts/figure-skeleton";
import { figureHeight } from "@/charts/heights";
import { ErrorNotice } from "@/components/notice";
import { formatElapsed } from "@/lib/units";
import { course } from "@/messages/run-live";
import { runPage as words } from "@/messages/run-page";
import type { JudgedVerdict } from "./chart-figures";
import { CHART_HEIGHTS } from "./chart-heights";
import { ChartSlot, WhenNear } from "./chart-slot";
import { expectedBars } from "./expected-bars";
import {
  BarsFigures,
  DepthFigure,
  LoadFigure,
  ResultOverTimeFigure,
  ResultPercentilesFigure,
  RoundsFigure,
} from "./figures";
import { keyChartOf } from "./key-chart-of";
import { distributionOf, timedPhase } from "./latency-choice";
import type { MainResult } from "./main-result";
import { workloadName } from "./main-result";
import classes from "./run-page.module.css";

const UPPER = figureHeight(CHART_HEIGHTS.upper);
const LOWER = figureHeight(CHART_HEIGHTS.lower);

export interface ResultChartsProps {
  run: Run;
  main: MainResult | null;
  /** The same result of the run that this one is compared with. */
  other: { number: string; result: MainResult } | null;
}

export function ResultCharts({ run, main, other }: ResultChartsProps) {
  const kind = keyChartOf(run);
  const isFirst = !run.phases.some(({ has_series }) => has_series);
  // A result without a median has no distribution: reserved space would only disappear again.
  const withPercentiles = main?.measurement.latency_p50_ns == null ? null : main;
  return (
    <div className={classes.charts}>
      {kind === "bars" && isFirst && <Bars run={run} />}
      {(kind === "depth" || kind === "load") && (
        <Place height={UPPER} isWide={isFirst}>
          <Swept run={run} kind={kind} />
        </Place>
      )}
      {withPercentiles && (
        <Place height={UPPER}>
          <Percentiles run={run} main={withPercentiles} other={other} />
        </Place>
      )}
      {run.origin === "measured" && (
        <Place height={LOWER}>
          <OverTime run={run} />
        </Place>
      )}
      {run.verdict && isJudged(run.verdict) && (
        <Place height={LOWER}>
          <ChartSlot height={LOWER}>
            <RoundsFigure run={run.number} verdict={run.verdict} title={words.rounds} />
          </ChartSlot>
        </Place>
      )}
    </div>
  );
}

function Place({ height, isWide = false, children }: { height: number; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.chart} data-wide={isWide || undefined}>
      <WhenNear height={height} canWait>
        {children}
      </WhenNear>
    </div>
  );
}

/** A verdict with rounds and known limits, so that the ones can be drawn against the others. */
function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  return verdict.rounds.length > 0 && verdict.range_limit_percent !== null && verdict.slope_limit_percent !== null;
}

/** A source may have printed one figure or fifty: as many bars as there will be keep their room. */
function Bars({ run }: { run: Run }) {
  const { data, error, refetch } = useQuery(measurementsQuery(useApi(), run.id));
  const waiting = expectedBars(run).map(({ metric: { name, label }, data: expected }) => (
    <FigureSkeleton key={name} definition={bars} data={expected} title={label} />
  ));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <div className={classes.chart} data-wide>
      <div className={classes.stack}>
        <Suspense fallback={waiting}>{data ? <BarsFigures run={run.number} measurements={data} /> : waiting}</Suspense>
      </div>
    </div>
  );
}

function Swept({ run, kind }: { run: Run; kind: "depth" | "load" }) {
  const { data, error, refetch } = useQuery(measurementsQuery(useApi(), run.id));
  const Figure = kind === "depth" ? DepthFigure : LoadFigure;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <ChartSlot height={UPPER}>{data && <Figure run={run.number} measurements={data} title={words[kind]} />}</ChartSlot>
  );
}

function Percentiles({ run, main, other }: ResultChartsProps & { main: MainResult }) {
  const api = useApi();
  const own = useQuery(distributionsQuery(api, run.number, [main.phase.ordinal]));
  const before = useQuery({
    ...distributionsQuery(api, other?.number ?? "", [other?.result.phase.ordinal ?? 0]),
    enabled: other !== null,
    retry: false,
  });
  if (own.error) return <ErrorNotice error={own.error} retry={() => void own.refetch()} />;
  const curveOf = (name: string, data: typeof own.data) =>
    (data?.items ?? []).flatMap((item) => {
      const distribution = distributionOf(item, "total") ?? item.distributions[0];
      return distribution ? [{ name, distribution }] : [];
    });
  const curves = [
    ...curveOf(run.number, own.data),
    ...(other && before.data ? curveOf(other.number, before.data) : []),
  ];
  if (own.data && curves.length === 0) return null;
  return (
    <ChartSlot height={UPPER}>
      {own.data && (
        <ResultPercentilesFigure
          run={run.number}
          title={words.percentiles}
          subtitle={workloadText(main)}
          data={{ percents: own.data.percents, min_beyond: own.data.min_beyond, curves, cdf: false }}
        />
      )}
    </ChartSlot>
  );
}

function workloadText({ phase, measurement }: MainResult): string {
  const depth = measurement.outstanding_ios;
  return [workloadName(phase) ?? phase.name, ...(depth === null ? [] : [words.outstanding(depth)])].join(", ");
}

function OverTime({ run }: { run: Run }) {
  const api = useApi();
  const phases = useQuery(timedPhasesQuery(api, run.number, true));
  const phase = phases.data && timedPhase(phases.data.phases, undefined);
  const { data, error, refetch } = useQuery({
    ...latencyOverTimeQuery(api, run.number, phase?.phase_ordinal ?? 0, "total"),
    enabled: phase !== undefined,
  });
  if (phases.data && !phase) return null;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const end = data?.slices.t1_ms.at(-1) ?? 0;
  return (
    <ChartSlot height={LOWER}>
      {data && phase && (
        <ResultOverTimeFigure
          run={run.number}
          title={words.overTime}
          subtitle={course.over(phase.name, formatElapsed(end))}
          data={data}
        />
      )}
    </ChartSlot>
  );
}
