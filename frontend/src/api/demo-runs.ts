/** Reads the published runs that a new lab shows. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Page, RunSummary, Series } from "./types";

/** The demo data have fewer. */
const MAX_RUNS = 200;
const MAX_VALUES = 400;

export const publishedRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["runs", "published"],
    queryFn: ({ signal }): Promise<Page<RunSummary>> =>
      body(api.GET("/api/v1/runs", { params: { query: { origin: "published", limit: MAX_RUNS } }, signal })),
  });

/** The numbers of a replay, in its order. */
export const REPLAY_METRICS = ["iops", "latency_mean_ns", "throughput_bytes_per_s"] as const;

/** What a run told over time in one of its phases, metric by metric. */
export const replayQuery = (api: Api, runId: string, phase: number) =>
  queryOptions({
    queryKey: ["series", runId, "replay", phase],
    queryFn: ({ signal }): Promise<Series[]> =>
      Promise.all(
        REPLAY_METRICS.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: { run_id: runId, metric, phase: String(phase), direction: "total", max_points: MAX_VALUES },
              },
              signal,
            }),
          ),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
