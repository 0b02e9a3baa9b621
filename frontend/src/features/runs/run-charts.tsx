/** Which charts a run has: curves over time, steady-state rounds, queue depth, or bars where there are only figures. */
import { Group, Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, measurementsQuery, phaseOfCurves, seriesQuery } from "@/api/runs";
import type { Phase, Run, Verdict } from "@/api/types";
import { longSelect } from "@/components/long-select";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { VerdictLabel } from "@/components/state-label";
import { run as words } from "@/messages/run";
import type { JudgedVerdict } from "./chart-figures";

const CURVES = ["iops", "lat_mean", "lat_max", "lat_stddev"] as const;
const CHART_HEIGHT = 620;

// Everything that needs ECharts is one chunk of its own, read after the page is there.
const charts = () => import("./chart-figures");
const CurvesFigure = lazy(() => charts().then((module) => ({ default: module.CurvesFigure })));
const RoundsFigure = lazy(() => charts().then((module) => ({ default: module.RoundsFigure })));
const DepthFigure = lazy(() => charts().then((module) => ({ default: module.DepthFigure })));
const LoadFigure = lazy(() => charts().then((module) => ({ default: module.LoadFigure })));
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
      <Loads run={run} />
      <Sweep run={run} hasCurves={hasCurves} />
    </>
  );
}

function Curves({ run, phase, choosePhase }: RunChartsProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run.id, phase ?? (isTerminalRun(run.state) ? phaseOfCurves(run) : "all"), CURVES),
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
      {...longSelect(withCurves.length)}
      w={240}
    />
  );
}

function Rounds({ run, verdict }: { run: Run; verdict: Verdict }) {
  return (
    <Section title={words.steadyRounds} aside={<VerdictLabel status={verdict.status} />}>
      {verdict.status !== "steady" && (
        <Notice level="warn" title={verdict.sentence}>
          {run.origin === "measured" && words.verdictAdvice}
        </Notice>
      )}
      {isJudged(verdict) ? (
        <ChartSlot>
          <RoundsFigure run={run.number} verdict={verdict} />
        </ChartSlot>
      ) : (
        verdict.status === "steady" && <Text>{verdict.sentence}</Text>
      )}
      {verdict.strict && verdict.strict.rounds.length > 0 && <LastMinutes verdict={verdict.strict} />}
    </Section>
  );
}

/** The second verdict on a long curve: a drive may be steady by rounds far apart and not at its end, or the other way round. */
function LastMinutes({ verdict }: { verdict: Verdict }) {
  return (
    <Group gap={16}>
      <Text>{words.lastMinutes}</Text>
      <VerdictLabel status={verdict.status} />
      <Text c="dimmed">{verdict.sentence}</Text>
    </Group>
  );
}

/** A verdict with rounds and known limits, so that the ones can be drawn against the others. */
function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  return verdict.rounds.length > 0 && verdict.range_limit_pct !== null && verdict.slope_limit_pct !== null;
}

const isShare = ({ workload }: Phase) => typeof workload.load_percent === "number";

/** Loads that were a share of a maximum. */
function Loads({ run }: { run: Run }) {
  const api = useApi();
  const shown = run.phases.some((phase) => isShare(phase) && phase.measurement);
  const { data, error, refetch } = useQuery({ ...measurementsQuery(api, run.id), enabled: shown });
  if (!shown) return null;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <Section title={words.load}>
      <ChartSlot>{data && <LoadFigure run={run.number} measurements={data} />}</ChartSlot>
    </Section>
  );
}

function Sweep({ run, hasCurves }: { run: Run; hasCurves: boolean }) {
  const api = useApi();
  const curves = new Set(run.phases.filter(isShare).map(({ group }) => group));
  const results = run.phases.filter(
    ({ kind, group }) => (kind === "measure" || kind === "published") && !(group && curves.has(group)),
  );
  const measured = results.flatMap(({ measurement }) => measurement ?? []);
  // Told by the run itself, so that the place of the chart is kept while its data are on the way.
  const depths = new Set(measured.map(({ outstanding_ios }) => outstanding_ios).filter((depth) => depth !== null));
  const sweeps = depths.size >= 2;
  const shown = sweeps || (measured.length > 0 && !hasCurves);
  const { data, error, refetch } = useQuery({ ...measurementsQuery(api, run.id), enabled: shown });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!shown) return null;
  return (
    <Section title={sweeps ? words.depth : words.compareMeasurements}>
      <ChartSlot>
        {data &&
          (sweeps ? (
            <DepthFigure run={run.number} measurements={data} />
          ) : (
            <BarsFigures run={run.number} measurements={data} />
          ))}
      </ChartSlot>
    </Section>
  );
}

function ChartSlot({ children }: { children: ReactNode }) {
  const waiting = <Skeleton height={CHART_HEIGHT} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}
