/** Which charts a run has: curves over time, steady-state rounds, queue depth, or bars where there are only figures. */
import { Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, measurementsQuery, seriesQuery } from "@/api/runs";
import type { Measurements, Run, Verdict } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { VerdictLabel } from "@/components/state-label";
import { messages } from "@/messages";
import type { JudgedVerdict } from "./chart-figures";

const words = messages.run;
const CURVES = ["iops", "lat_mean", "lat_max", "lat_stddev"] as const;
const CHART_HEIGHT = 620;

// Everything that needs ECharts is one chunk of its own, read after the page is there.
const charts = () => import("./chart-figures");
const CurvesFigure = lazy(() => charts().then((module) => ({ default: module.CurvesFigure })));
const RoundsFigure = lazy(() => charts().then((module) => ({ default: module.RoundsFigure })));
const DepthFigure = lazy(() => charts().then((module) => ({ default: module.DepthFigure })));
const BarsFigures = lazy(() => charts().then((module) => ({ default: module.BarsFigures })));

export interface RunChartsProps {
  run: Run;
  phase: string | undefined;
  choosePhase: (phase: string | undefined) => void;
}

export function RunCharts({ run, phase, choosePhase }: RunChartsProps) {
  const hasCurves = run.phases.some((candidate) => candidate.has_series);
  return (
    <>
      {hasCurves && <Curves run={run} phase={phase} choosePhase={choosePhase} />}
      {run.verdict && <Rounds run={run} verdict={run.verdict} />}
      <Sweep run={run} hasCurves={hasCurves} />
    </>
  );
}

function Curves({ run, phase, choosePhase }: RunChartsProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run.id, phase ?? "all", CURVES),
    refetchInterval: isTerminalRun(run.state) ? false : 10_000,
  });
  return (
    <Section title={words.curves} aside={<PhaseSelect run={run} phase={phase} choosePhase={choosePhase} />}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.every((series) => series.points === 0) && <Text c="dimmed">{words.noSamples}</Text>}
      <ChartSlot>
        {data && <CurvesFigure run={run.number} series={data} verdict={run.verdict?.sentence ?? null} />}
      </ChartSlot>
    </Section>
  );
}

function PhaseSelect({ run, phase, choosePhase }: RunChartsProps) {
  const withCurves = run.phases.filter((candidate) => candidate.has_series);
  if (withCurves.length < 2) return null;
  return (
    <Select
      aria-label={words.curvesPhase}
      data={[
        { value: "all", label: words.allPhases },
        ...withCurves.map(({ ordinal, name }) => ({ value: String(ordinal), label: `${ordinal}. ${name}` })),
      ]}
      value={phase ?? "all"}
      onChange={(value) => choosePhase(value === "all" || value === null ? undefined : value)}
      allowDeselect={false}
      w={240}
    />
  );
}

function Rounds({ run, verdict }: { run: Run; verdict: Verdict }) {
  return (
    <Section title={words.steadyRounds} aside={<VerdictLabel status={verdict.status} />}>
      {verdict.status !== "steady" && (
        <Notice level="warn" title={verdict.sentence}>
          {words.verdictAdvice}
        </Notice>
      )}
      {isJudged(verdict) ? (
        <ChartSlot>
          <RoundsFigure run={run.number} verdict={verdict} />
        </ChartSlot>
      ) : (
        <Text>{verdict.sentence}</Text>
      )}
    </Section>
  );
}

/** A verdict whose limits are known, so that its rounds can be drawn against them. */
function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  return verdict.range_limit_pct !== null && verdict.slope_limit_pct !== null;
}

function Sweep({ run, hasCurves }: { run: Run; hasCurves: boolean }) {
  const api = useApi();
  const measured = run.phases.some((phase) => phase.measurement !== null);
  const { data, error, refetch } = useQuery({ ...measurementsQuery(api, run.id), enabled: measured });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return null;
  if (distinct(data, "outstanding_ios") >= 2) {
    return (
      <Section title={words.depth}>
        <ChartSlot>
          <DepthFigure run={run.number} measurements={data} />
        </ChartSlot>
      </Section>
    );
  }
  if (hasCurves) return null;
  return (
    <Section title={words.compareMeasurements}>
      <ChartSlot>
        <BarsFigures run={run.number} measurements={data} />
      </ChartSlot>
    </Section>
  );
}

/** How many different known values a column holds. */
function distinct({ source }: Measurements, column: string): number {
  return new Set((source[column] ?? []).filter((value) => value !== null)).size;
}

function ChartSlot({ children }: { children: ReactNode }) {
  const waiting = <Skeleton height={CHART_HEIGHT} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}
