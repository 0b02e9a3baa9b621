/** Reads a stretch of a curve more finely than the curve itself has room for, down to the stored samples. */

import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { TELEMETRY_METRICS } from "@/lib/metrics";
import { type Api, body } from "./client";
import { type CurveMetric, isTerminalRun, MAX_POINTS, sourceOf } from "./runs";
import type { Run, Series } from "./types";

/** A stretch of the time axis of a run, in ms. */
export interface Stretch {
  from: number;
  to: number;
}

/** Intervals are read again if they are shorter than this share of the present ones. */
const FINER = 2 / 3;

/**
 * Return true if a stretch can be drawn from its stored samples or from clearly shorter intervals, within the maximum
 * number of intervals.
 */
export function wantsDetail(series: Series, { from, to }: Stretch, maxPoints = MAX_POINTS): boolean {
  const { resolution, points, t0_ms, last_ms, step_ms } = series;
  if (resolution === "stored" || points === 0 || last_ms === null || last_ms <= t0_ms) return false;
  const inSight = Math.min(to, last_ms) - Math.max(from, t0_ms);
  const samples = (points * inSight) / (last_ms - t0_ms);
  return inSight > 0 && (samples <= maxPoints || inSight / maxPoints < step_ms * FINER);
}

/**
 * Read a stretch at the finest resolution within the number of intervals, with every stored sample where they fit.
 * There is one series for each metric. It is requested only where `coarse` is clearly coarser.
 */
export const detailQuery = (
  api: Api,
  run: Pick<Run, "id" | "state">,
  phase: string,
  metrics: readonly CurveMetric[],
  coarse: readonly Series[] | undefined,
  stretch: Stretch | null,
  points = MAX_POINTS,
) =>
  queryOptions({
    queryKey: ["series", run.id, phase, metrics, "detail", stretch, points],
    ...detailOptions(run, coarse, stretch, points),
    queryFn: async ({ signal }): Promise<Series[]> => {
      await aTaskOfItsOwn();
      return Promise.all(
        metrics.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: {
                  run_id: run.id,
                  metric,
                  phase,
                  direction: "total",
                  ...sourceOf(metric),
                  from_ms: stretch?.from,
                  to_ms: stretch?.to,
                  max_points: points,
                  resolution: "stored",
                },
              },
              signal,
            }),
          ),
        ),
      );
    },
  });

/** The same of what the server itself read. */
export const telemetryDetailQuery = (
  api: Api,
  run: Pick<Run, "id" | "state">,
  coarse: readonly Series[] | undefined,
  stretch: Stretch | null,
) =>
  queryOptions({
    queryKey: ["series", run.id, "telemetry", "detail", stretch],
    ...detailOptions(run, coarse, stretch, MAX_POINTS),
    queryFn: async ({ signal }): Promise<Series[]> => {
      await aTaskOfItsOwn();
      return Promise.all(
        TELEMETRY_METRICS.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: {
                  run_id: run.id,
                  metric,
                  source: "telemetry",
                  from_ms: stretch?.from,
                  to_ms: stretch?.to,
                  max_points: MAX_POINTS,
                  resolution: "stored",
                },
              },
              signal,
            }),
          ),
        ),
      );
    },
  });

/** Between the questions of several curves, and before the first of them, the browser paints where the reader went. */
const aTaskOfItsOwn = () => new Promise((resolve) => setTimeout(resolve));

/** Return when to request stored samples, and how long they remain valid. */
function detailOptions(
  { state }: Pick<Run, "state">,
  coarse: readonly Series[] | undefined,
  stretch: Stretch | null,
  points: number,
) {
  return {
    enabled: stretch !== null && (coarse ?? []).some((series) => wantsDetail(series, stretch, points)),
    // Stored data of an ended run do not change: going back to a stretch needs no request.
    staleTime: isTerminalRun(state) ? Number.POSITIVE_INFINITY : undefined,
    refetchInterval: isTerminalRun(state) ? (false as const) : 10_000,
  };
}

type DetailAnswer = Pick<UseQueryResult<Series[]>, "data" | "isLoading" | "failureCount">;

/** Return true if the stored samples of a stretch may arrive in a moment; a failed request is not awaited. */
export function isOnItsWay({ isLoading, failureCount }: Omit<DetailAnswer, "data">): boolean {
  return isLoading && failureCount === 0;
}

/** The details of several runs, null until none is on its way: they come one by one, and are drawn together. */
export function allDetails(answers: readonly DetailAnswer[]): (Series[] | undefined)[] | null {
  return answers.some(isOnItsWay) ? null : answers.map(({ data }) => data);
}

export type DetailedSeries = Series & { detail?: Series | null };

/** The coarse series, each with its detail as far as that has come. */
export function withDetail(coarse: readonly Series[], detail: readonly Series[] | undefined): DetailedSeries[] {
  return coarse.map((series) => ({
    ...series,
    detail: detail?.find(({ metric }) => metric === series.metric) ?? null,
  }));
}
