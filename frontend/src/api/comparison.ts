/** Reads how runs compare, what a run can be compared with, and the history of a configuration. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { components } from "./generated/schema";
import { isTerminalRun, type SeriesMetric } from "./runs";

export type Comparison = components["schemas"]["Comparison"];
export type DrawnRun = Comparison["runs"][number];
export type ComparedEntry = Comparison["entries"][number];
export type FactorRow = Comparison["factors"]["rows"][number];
export type Proposal = components["schemas"]["ComparableRun"];
export type History = components["schemas"]["History"];
export type HistoryFigures = components["schemas"]["HistoryFigures"] & { history: Omit<History, "figures"> };

export interface ComparisonChoice {
  metric: SeriesMetric;
  /** The first run unless another is named. */
  baseline: string | undefined;
  pooled: boolean;
}

export const comparisonQuery = (api: Api, runs: readonly string[], { metric, baseline, pooled }: ComparisonChoice) =>
  queryOptions({
    queryKey: ["comparison", runs, metric, baseline, pooled],
    queryFn: ({ signal }): Promise<Comparison> =>
      body(
        api.GET("/api/v1/comparison", {
          params: { query: { run_id: [...runs], metric, baseline, pooled } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled: runs.length > 0,
    refetchInterval: ({ state: { data } }) =>
      data && !data.runs.every(({ state }) => isTerminalRun(state)) ? 5_000 : false,
  });

export const comparableQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["runs", "comparable", ref],
    queryFn: ({ signal }): Promise<components["schemas"]["ComparableRuns"]> =>
      body(api.GET("/api/v1/runs/{ref}/comparable", { params: { path: { ref } }, signal })),
    staleTime: 30_000,
  });

/**
 * Read the history of `run`, which is any run of it. Show no earlier answer meanwhile: figures of another metric or
 * test would look like the answer.
 */
export const historyFiguresQuery = (api: Api, run: string, metric: SeriesMetric) =>
  queryOptions({
    queryKey: ["history", run, metric],
    queryFn: async ({ signal }): Promise<HistoryFigures> => {
      const params = { query: { run_id: run, metric } };
      const { figures, ...history } = await body(api.GET("/api/v1/history", { params, signal }));
      if (figures === null) throw new Error("the history has no figures of the metric that was named");
      return { ...figures, history };
    },
  });
