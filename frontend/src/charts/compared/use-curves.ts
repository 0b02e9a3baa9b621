/** Reads the curves of several runs over time: all of each, and the stretch that is looked at as finely as it is stored. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Api } from "@/api/client";
import type { DrawnRun } from "@/api/comparison";
import { useApi } from "@/api/context";
import { readCurve } from "@/api/curves";
import { type CurveMetric, isTerminalRun, phaseOfCurves, seriesQuery } from "@/api/runs";
import { allDetails, type DetailedSeries, detailQuery, type Stretch, withDetail } from "@/api/series-detail";
import type { Series } from "@/api/types";
import { useComplete, useSettled } from "@/lib/use-settled";

/** Runs whose curves share a chart, and how many intervals each has at most. */
export interface CurveRuns {
  runs: readonly DrawnRun[];
  points: number;
  /** Kind or name of the phases that are read; all unless given. */
  phase?: string | null;
  /** The moment of each run that time is counted from, where that is not the beginning of its curve. */
  zeros?: readonly (number | undefined)[];
}

const phaseOf = ({ series }: DrawnRun, phase: string | null | undefined) => phase ?? phaseOfCurves(series);

/** One for each run, which all are one question to the lab. */
export const curveQueries = (
  api: Api,
  { runs, points, phase }: Pick<CurveRuns, "runs" | "points" | "phase">,
  metric: CurveMetric,
) =>
  runs.map((run) => ({
    ...seriesQuery(api, run.id, phaseOf(run, phase), [metric], points),
    // Data of an ended run do not change.
    staleTime: isTerminalRun(run.state) ? Number.POSITIVE_INFINITY : undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Series[]> => [
      await readCurve(api, { run: run.id, phase: phaseOf(run, phase), metric, stretch: null, points }, signal),
    ],
  }));

/** A stretch of the chart on the axis of a run, which begins with 0. */
function onRun({ from, to }: Stretch, zero: number): Stretch | null {
  return to + zero <= 0 ? null : { from: Math.max(from + zero, 0), to: to + zero };
}

export interface ReadCurves {
  /** One for each run, in their order; null while it is on its way. */
  series: readonly (DetailedSeries | null)[];
  /** The stretch that these are of. */
  stretch: Stretch | null;
  /** The same without details. */
  wholes: readonly (readonly Series[] | undefined)[];
  failed: { error: Error; retry: () => void } | null;
}

export function useCurves(chart: CurveRuns, metric: CurveMetric, stretch: Stretch | null): ReadCurves {
  const api = useApi();
  const { runs, points, phase, zeros } = chart;
  const answers = useQueries({ queries: curveQueries(api, chart, metric) });
  const details = useQueries({
    combine: allDetails,
    queries: runs.map((run, place) => {
      const coarse = answers[place]?.data;
      const own = stretch && onRun(stretch, zeros?.[place] ?? coarse?.[0]?.t0_ms ?? 0);
      return {
        ...detailQuery(api, run, phaseOf(run, phase), [metric], coarse, own, points),
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Series[]> => [
          await readCurve(api, { run: run.id, phase: phaseOf(run, phase), metric, stretch: own, points }, signal),
        ],
      };
    }),
  });
  const wholes = useSettled(answers.map(({ data }) => data));
  const latest = useMemo(
    () => ({
      stretch,
      series: wholes.map((data, place) => {
        const [whole] = data ? withDetail(data, stretch ? details?.[place] : undefined) : [];
        return whole ?? null;
      }),
    }),
    [wholes, details, stretch],
  );
  const drawn = useComplete(latest, details !== null, wholes);
  const failed = answers.find(({ error, data }) => error && !data);
  return {
    ...drawn,
    wholes,
    failed: failed?.error ? { error: failed.error, retry: () => void failed.refetch() } : null,
  };
}
