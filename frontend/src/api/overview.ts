/** Reads the lab at a glance. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { paths } from "./generated/schema";
import type { LabCounts, Overview } from "./types";

/** Length of the queue in the answer. */
export type Horizon = NonNullable<NonNullable<paths["/api/v1/overview"]["get"]["parameters"]["query"]>["horizon"]>;
export const HORIZONS = ["24h", "3d", "7d"] as const satisfies readonly Horizon[];

/** Key of the overview; any change of runs also changes it. */
export const overviewKey = ["runs", "overview"] as const;

/** The first horizon is what the lab answers without one, and what comes with the page. */
export const overviewQuery = (api: Api, horizon: Horizon = HORIZONS[0]) =>
  queryOptions({
    queryKey: [...overviewKey, horizon],
    queryFn: ({ signal }): Promise<Overview> =>
      body(
        api.GET("/api/v1/overview", {
          params: { query: horizon === HORIZONS[0] ? {} : { horizon } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Read the counts that the navigation shows on every page. */
export const labCountsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...overviewKey, "counts"],
    queryFn: ({ signal }): Promise<LabCounts> => body(api.GET("/api/v1/overview/counts", { signal })),
  });
