/** The curves of several runs over time, laid over each other. */
import { Skeleton, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { phaseOfCurves, type SeriesMetric, seriesQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { ErrorNotice } from "@/components/notice";
import { compare as words } from "@/messages/compare";

const CHART_HEIGHT = 560;

const OverlayFigure = lazy(() => import("./compare-figures").then((module) => ({ default: module.OverlayFigure })));

export interface CompareCurvesProps {
  /** What is drawn, in the order of `runs`. */
  chosen: readonly ChosenRun[];
  runs: readonly Run[];
  metric: SeriesMetric;
  by: string | null;
  /** Which runs the title names, where another chart has the same. */
  of: string | null;
  log: boolean;
  setLog: (log: boolean) => void;
}

export function CompareCurves({ chosen, runs, metric, by, of, log, setLog }: CompareCurvesProps) {
  const api = useApi();
  const answers = useQueries({ queries: runs.map((run) => seriesQuery(api, run.id, phaseOfCurves(run), [metric])) });
  const failed = answers.find(({ error, data }) => error && !data);
  const series = answers.map(({ data }) => data?.[0] ?? null);
  const silent = runs.filter((_, place) => series[place]?.points === 0);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  if (silent.length === runs.length) return <Text c="dimmed">{words.noCurves}</Text>;
  return (
    <>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        {series.includes(null) ? (
          <Skeleton height={CHART_HEIGHT} />
        ) : (
          <OverlayFigure metric={metric} by={by} of={of} runs={chosen} series={series} log={log} setLog={setLog} />
        )}
      </Suspense>
      {silent.length > 0 && <Text c="dimmed">{words.noCurvesOf(silent.map(({ number }) => number).join(", "))}</Text>}
    </>
  );
}
