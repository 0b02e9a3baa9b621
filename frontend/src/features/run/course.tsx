/** The chart of a run over time: the same drawing from the first value to the result. */
import { ActionIcon, Select } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { notesQuery } from "@/api/notes";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun, phaseOfCurves, phasesWithCurve, seriesQuery } from "@/api/runs";
import { detailQuery, isOnItsWay, type Stretch, withDetail } from "@/api/series-detail";
import type { Job, LivePoint, Progress, Run } from "@/api/types";
import { DRAWN, figureHeights } from "@/charts/heights";
import type { RunCourseData } from "@/charts/run-course/option";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import { clockOf, shortSpan } from "@/lib/short-times";
import { useComplete } from "@/lib/use-settled";
import { run as runWords } from "@/messages/run";
import { course as words } from "@/messages/run-live";
import { Segmented } from "@/parts/segmented";
import { ChartSlot } from "./chart-slot";
import type { ComparedRun } from "./compared-run";
import { drawingTurn, ioStart, plannedCourse, windowOf, windowSoFar } from "./course-data";
import { CourseFigure } from "./figures";
import { LIVE_METRICS } from "./live-tail";
import { AddNote, NoteList } from "./notes";
import classes from "./run-page.module.css";

export const COURSE_CHOICES = ["iops", "latency_mean_ns", "latency_p99_ns", "all"] as const;
export type CourseChoice = (typeof COURSE_CHOICES)[number];

const PANELS = ["iops", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns"] as const;
const REREAD_MS = 10_000;
const NO_SERIES: never[] = [];

export type RunMode = "live" | "ended" | "result";

/** Chart settings in the address. */
export interface CourseView {
  metric: CourseChoice;
  phase: string | undefined;
  stretch: Stretch | null;
  log: boolean;
}

export interface RunCourseProps {
  run: Run;
  job: Job | undefined;
  progress: Progress | null;
  mode: RunMode;
  streamed: readonly LivePoint[];
  compared: ComparedRun | null;
  view: CourseView;
  change: (changes: Partial<CourseView>) => void;
}

/** Panels have a legend; one curve has one where another run is drawn behind it. A result has tools. */
const heightsOf = (metric: CourseChoice, isTall: boolean, hasOther: boolean) =>
  figureHeights(metric === "all" ? DRAWN.panels : isTall ? DRAWN.liveCourse : DRAWN.course, {
    legend: metric === "all" || hasOther ? 1 : 0,
    tools: !isTall,
  });

export function RunCourse(props: RunCourseProps) {
  const { run, mode, compared, view, change } = props;
  const api = useApi();
  const { operate } = usePermissions();
  const over = isTerminalRun(run.state);
  const isTall = mode !== "result";
  const { metric } = view;
  const metrics = metric === "all" ? PANELS : isTall ? LIVE_METRICS : ([metric] as const);
  const drawn = mode === "result" ? (view.phase ?? phaseOfCurves(phasesWithCurve(run))) : "all";
  const hasCurve = !over || run.phases.some(({ has_series }) => has_series);
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run.id, drawn, metrics),
    enabled: hasCurve && run.phases.some(({ t0_ms }) => t0_ms !== null),
    refetchInterval: over ? false : REREAD_MS,
    // The chart stays where it is from one state of the run to the next, and from one metric to another.
    placeholderData: keepPreviousData,
  });
  const hasOther = compared !== null && metric !== "all" && view.phase === undefined;
  const other = useQuery({
    ...seriesQuery(api, compared?.run.id ?? "", "all", isTall ? LIVE_METRICS : metric === "all" ? PANELS : [metric]),
    enabled: hasOther,
  });
  const stretch = mode === "live" ? null : view.stretch;
  const detail = useQuery(detailQuery(api, run, drawn, metrics, data, stretch));
  const noted = useQuery(notesQuery(api, run.number));
  const wanted = useMemo(
    () => ({ stretch, series: data && withDetail(data, stretch ? detail.data : undefined) }),
    [data, stretch, detail.data],
  );
  const shown = useComplete(wanted, !isOnItsWay(detail), data);
  const numbered = useMemo(
    () => (noted.data ?? []).map((note, place) => ({ ...note, number: place + 1 })),
    [noted.data],
  );
  const [paused, setPaused] = useState<readonly LivePoint[] | null>(null);
  const points = mode === "live" ? (paused ?? props.streamed) : NO_SERIES;

  const otherSeries = other.data?.find((one) => one.metric === metric);
  const ownSeries = shown.series?.find((one) => one.metric === metric) ?? null;
  const otherName = compared && (compared.kind === "last" ? words.lastRun : words.baseline)(compared.run.number);
  // biome-ignore lint/correctness/useExhaustiveDependencies: points and progress are taken up once a turn.
  const courseOf = useMemo<RunCourseData>(
    () => ({
      ...courseData({ ...props, points, series: ownSeries }),
      other: hasOther && otherName && otherSeries ? { name: otherName, series: otherSeries } : null,
      notes: numbered,
      range: shown.stretch,
    }),
    [
      drawingTurn(points, props.progress),
      props.job?.plan,
      paused,
      run,
      mode,
      view.metric,
      view.phase,
      ownSeries,
      hasOther,
      otherName,
      otherSeries,
      numbered,
      shown.stretch,
    ],
  );
  const panels = useMemo(
    () =>
      metric === "all"
        ? {
            series: shown.series?.filter((one) => PANELS.some((name) => name === one.metric)) ?? NO_SERIES,
            verdict: run.verdict?.sentence ?? null,
            logLatency: false,
            notes: numbered,
            range: shown.stretch,
          }
        : null,
    [metric, shown.series, shown.stretch, run.verdict, numbered],
  );
  const isEmpty = over && !hasCurve;
  if (isEmpty) return null;
  const isWaiting = !over && (shown.series?.every(({ points: count }) => count === 0) ?? true) && points.length === 0;
  const labels = isTall ? words.liveMetrics : words.metrics;
  return (
    <div className={classes.course}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {detail.error && <ErrorNotice error={detail.error} retry={() => void detail.refetch()} />}
      <ChartSlot height={heightsOf(metric, isTall, hasOther)}>
        {(shown.series || isWaiting) && !noted.isPending && (
          <CourseFigure
            run={run.number}
            title={titleOf(props)}
            subtitle={subtitleOf(props, courseOf)}
            data={courseOf}
            panels={panels}
            range={shown.stretch}
            onRange={(range) => change({ stretch: range })}
            log={view.log}
            setLog={(log) => change({ log })}
            control={
              <div className={classes.control}>
                <Segmented
                  label={words.metric}
                  options={COURSE_CHOICES.map((value) => ({ value, label: labels[value] }))}
                  value={metric}
                  change={(chosen) => change({ metric: chosen })}
                />
                {mode === "live" && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={paused ? words.resume : words.pause}
                    title={paused ? words.resume : words.pause}
                    onClick={() => setPaused(paused ? null : props.streamed)}
                  >
                    {paused ? <IconPlayerPlay size={15} stroke={1.75} /> : <IconPlayerPause size={15} stroke={1.75} />}
                  </ActionIcon>
                )}
              </div>
            }
            tools={
              mode === "result" && (
                <>
                  <PhaseSelect run={run} phase={view.phase} choose={(phase) => change({ phase, stretch: null })} />
                  {operate && (
                    <AddNote
                      run={run.number}
                      from_ms={stretch?.from ?? courseOf.series?.t0_ms ?? 0}
                      to_ms={stretch?.to ?? null}
                    />
                  )}
                </>
              )
            }
          />
        )}
      </ChartSlot>
      {isWaiting && (
        <div className={classes.first}>{run.state === "running" ? words.firstValue : words.notStarted}</div>
      )}
      {mode === "result" && <NoteList run={run.number} notes={noted.data ?? []} />}
    </div>
  );
}

type DataOf = Pick<RunCourseProps, "run" | "job" | "progress" | "mode" | "view"> & {
  points: readonly LivePoint[];
  series: RunCourseData["series"];
};

function courseData({ run, job, progress, mode, view, points, series }: DataOf): RunCourseData {
  const metric = view.metric === "all" ? "iops" : view.metric;
  const isLive = mode === "live";
  const newest = points.at(-1)?.t_ms ?? series?.intervals?.end_ms.at(-1) ?? 0;
  const planned = plannedCourse(run, newest, isLive ? (progress?.remaining_seconds ?? null) : null);
  const start = ioStart(run);
  const narrowed = mode === "result" && view.phase !== undefined;
  return {
    name: isLive ? words.now : run.number,
    metric,
    series,
    points: points
      .filter(({ run_id }) => run_id === run.id)
      .map(({ t_ms, dt_ms, [metric]: value }) => ({ t_ms, dt_ms, value })),
    other: null,
    phases: narrowed ? phasesAt(run, view.phase) : planned.phases,
    window: isLive ? windowSoFar(run, progress?.steady ?? null, job?.plan) : windowOf(run.verdict),
    notes: NO_SERIES,
    future: planned.future,
    startedAt: mode === "result" ? null : start,
    isLive,
    isTall: mode !== "result",
  };
}

/** The one phase that an address names, by its ordinal. */
function phasesAt({ phases }: Run, ordinal: string | undefined): RunCourseData["phases"] {
  return phases
    .filter((phase) => String(phase.ordinal) === ordinal && phase.t0_ms !== null)
    .map(({ name, t0_ms, t1_ms }) => ({ name, t0_ms: t0_ms ?? 0, t1_ms }));
}

function titleOf({ run, mode, view }: Pick<RunCourseProps, "run" | "mode" | "view">): string {
  if (mode !== "result") return words.titles[view.metric];
  const conditions = run.phases.some(({ kind, has_series }) => kind === "precondition" && has_series);
  return conditions ? words.preconditioning : words.overTime;
}

function subtitleOf(
  { run, mode, view }: Pick<RunCourseProps, "run" | "mode" | "view">,
  data: RunCourseData,
): string | undefined {
  const start = ioStart(run);
  const last = data.phases.at(-1)?.t1_ms ?? null;
  if (mode === "result") {
    const first = data.phases[0]?.t0_ms ?? 0;
    if (last === null) return words.titles[view.metric];
    return words.over(words.titles[view.metric], shortSpan((last - first) / 1000));
  }
  if (start === null) return undefined;
  const begin = clockOf(new Date(start + (data.phases[0]?.t0_ms ?? 0)));
  if (mode === "live") return words.since(begin);
  return last === null ? undefined : words.between(begin, clockOf(new Date(start + last)));
}

function PhaseSelect({
  run,
  phase,
  choose,
}: {
  run: Run;
  phase: string | undefined;
  choose: (phase: string | undefined) => void;
}) {
  const withCurves = run.phases.filter((candidate) => candidate.has_series);
  if (withCurves.length < 2) return null;
  return (
    <Select
      aria-label={runWords.curvesPhase}
      data={[
        { value: "all", label: runWords.allPhases },
        ...withCurves.map(({ ordinal, name }) => ({ value: String(ordinal), label: `${ordinal}. ${name}` })),
      ]}
      value={phase ?? "all"}
      onChange={(value) => choose(value === "all" || value === null ? undefined : value)}
      allowDeselect={false}
      size="xs"
      {...longSelect(withCurves.length)}
      w={200}
    />
  );
}
