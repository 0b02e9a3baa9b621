/** Reads the runs of the demo data that Storage Lab measured. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Page, RunSummary, Series } from "./types";

/** The demo data have fewer. */
const MAX_RUNS = 200;
const MAX_VALUES = 400;

/** Runs that came as shares or files: those of the demo data, and the lab's own imports. */
export const importedRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["runs", "imported"],
    queryFn: ({ signal }): Promise<Page<RunSummary>> =>
      body(api.GET("/api/v1/runs", { params: { query: { origin: "imported", limit: MAX_RUNS } }, signal })),
  });

/** The numbers of a replay, in its order. */
export const REPLAY_METRICS = ["iops", "latency_mean_ns", "throughput_bytes_per_s"] as const;

/** Read the time series of a run in one of its phases, metric by metric. */
export const replayQuery = (api: Api, run: string, phase: number) =>
  queryOptions({
    queryKey: ["series", run, "replay", phase],
    queryFn: ({ signal }): Promise<Series[]> =>
      Promise.all(
        REPLAY_METRICS.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: { run_id: run, metric, phase: String(phase), direction: "total", max_points: MAX_VALUES },
              },
              signal,
            }),
          ),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
