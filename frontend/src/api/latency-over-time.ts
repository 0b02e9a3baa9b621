/** Reads how response times are distributed over time. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { LatencyDistribution, LatencyOverTime, PhaseHistograms } from "./types";

type LatencyDirection = LatencyDistribution["direction"];

/** The phases of a run whose response times are known over time. */
export const timedPhasesQuery = (api: Api, ref: string, isOver: boolean) =>
  queryOptions({
    queryKey: ["runs", "latency-over-time", ref],
    queryFn: ({ signal }): Promise<LatencyOverTime> =>
      body(api.GET("/api/v1/runs/{ref}/latency-over-time", { params: { path: { ref } }, signal })),
    refetchInterval: isOver ? false : 15_000,
  });

/** The response times of one direction of one phase over time, or over a span of it. */
export const latencyOverTimeQuery = (
  api: Api,
  ref: string,
  phase: number,
  direction: LatencyDirection,
  span?: { from: number; to: number },
) =>
  queryOptions({
    queryKey: ["runs", "latency-over-time", ref, phase, direction, span],
    queryFn: async ({ signal }): Promise<PhaseHistograms> => {
      const params = { path: { ref }, query: { phase, direction, from_ms: span?.from, to_ms: span?.to } };
      const { histograms } = await body(api.GET("/api/v1/runs/{ref}/latency-over-time", { params, signal }));
      if (histograms === null) throw new Error("the answer has no histograms of the phase that was named");
      return histograms;
    },
  });
