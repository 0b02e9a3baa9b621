/** Reads how response times are distributed over time. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { LatencyDistribution, LatencyOverTime, TimedPhases } from "./types";

type LatencyDirection = LatencyDistribution["direction"];

/** The phases of a run whose response times are known over time. */
export const timedPhasesQuery = (api: Api, ref: string, isOver: boolean) =>
  queryOptions({
    queryKey: ["runs", "latency-over-time", ref],
    queryFn: ({ signal }): Promise<TimedPhases> =>
      body(api.GET("/api/v1/runs/{ref}/latency-over-time", { params: { path: { ref } }, signal })),
    refetchInterval: isOver ? false : 15_000,
  });

/** The response times of one direction of one phase over time, or over a span of it. */
export const latencyOverTimeQuery = (
  api: Api,
  ref: string,
  ordinal: number,
  direction: LatencyDirection,
  span?: { from: number; to: number },
) =>
  queryOptions({
    queryKey: ["runs", "latency-over-time", ref, ordinal, direction, span],
    queryFn: ({ signal }): Promise<LatencyOverTime> =>
      body(
        api.GET("/api/v1/runs/{ref}/latency-over-time/{ordinal}", {
          params: { path: { ref, ordinal }, query: { direction, from_ms: span?.from, to_ms: span?.to } },
          signal,
        }),
      ),
  });
