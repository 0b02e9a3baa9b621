/** Reads configurations with their results of one workload. */
import { queryOptions } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type { components } from "./generated/schema";
import { WHOLE_LIST_PAGE } from "./whole-list";

export type ConfigurationRow = components["schemas"]["ConfigurationRow"];
export type ConfigurationRowPage = components["schemas"]["ConfigurationRowPage"];
export type WorkloadPattern = components["schemas"]["WorkloadPattern"];

/** Return a workload as addresses have it, `4096:0:100`. */
export function writeWorkload({ block_bytes, read_percent, random_percent }: WorkloadPattern): string {
  return `${block_bytes}:${read_percent}:${random_percent}`;
}

/** Options of `useWholeList`. Without a workload it is that of most configurations. */
export const configurationList = (api: Api, workload: string | undefined, q: string | undefined) => ({
  queryKey: ["configurations", "results", workload, q],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<ConfigurationRowPage> =>
    body(
      api.GET("/api/v1/configurations/results", {
        params: {
          query: { workload, q, time_zone: q === undefined ? undefined : readerZone(), cursor, limit: WHOLE_LIST_PAGE },
        },
        signal,
      }),
    ),
});

export const workloadsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["configurations", "workloads"],
    queryFn: ({ signal }): Promise<components["schemas"]["MeasuredWorkloads"]> =>
      body(api.GET("/api/v1/configurations/workloads", { signal })),
    staleTime: 30_000,
  });
