/** The chart of a plan; loaded apart from the page because ECharts comes with it. */
import { type ReactNode, useMemo } from "react";
import type { Run, Series } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { type ExpectedCourseData, expectedCourse } from "@/charts/run-course/expected";
import { plan as words } from "@/messages/profiles";
import type { MeasuredStep } from "./placed-steps";
import classes from "./profiles.module.css";

export interface PlanFigureProps {
  run: Run;
  series: Series | null;
  steps: readonly MeasuredStep[];
  subtitle: string;
  control: ReactNode;
  bar: ReactNode;
}

export function PlanFigure({ run, series, steps, subtitle, control, bar }: PlanFigureProps) {
  const data = useMemo(() => courseOf(run, series, steps), [run, series, steps]);
  return (
    <ChartFigure
      definition={expectedCourse}
      data={data}
      title={words.title}
      order={2}
      subtitle={subtitle}
      fileName={run.number}
      control={control}
      tools={<div className={classes.barInFigure}>{bar}</div>}
    />
  );
}

function courseOf(run: Run, series: Series | null, steps: readonly MeasuredStep[]): ExpectedCourseData {
  return {
    name: run.number,
    metric: "iops",
    series,
    points: [],
    other: null,
    phases: steps.map(({ step, from_ms, to_ms }) => ({ name: step.name, t0_ms: from_ms, t1_ms: to_ms })),
    window: windowOf(run),
    notes: [],
    future: null,
    startedAt: null,
    isLive: false,
    isTall: false,
    preparation: run.phases.flatMap(({ kind, t0_ms, t1_ms }): [number, number][] =>
      kind !== "measure" && t0_ms !== null ? [[t0_ms, t1_ms ?? t0_ms]] : [],
    ),
  };
}

function windowOf({ verdict }: Run): ExpectedCourseData["window"] {
  if (verdict?.status !== "steady" || verdict.t0_ms === null || verdict.t1_ms === null) return null;
  const [first = 0, last = 0] = verdict.window ?? [];
  return {
    t0_ms: verdict.t0_ms,
    t1_ms: verdict.t1_ms,
    label: words.steady(last - first + 1, verdict.range_limit_percent),
  };
}
