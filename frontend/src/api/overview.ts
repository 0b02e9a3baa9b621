/** Reads the lab at a glance. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { paths } from "./generated/schema";
import type { LabCounts, Overview } from "./types";

/** How far the queue of the answer reaches. */
export type Horizon = NonNullable<NonNullable<paths["/api/v1/overview"]["get"]["parameters"]["query"]>["horizon"]>;
export const HORIZONS = ["24h", "3d", "7d"] as const satisfies readonly Horizon[];

/** Whatever changes runs changes what is seen of them here. */
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

/** What the navigation shows on every page. */
export const labCountsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...overviewKey, "counts"],
    queryFn: ({ signal }): Promise<LabCounts> => body(api.GET("/api/v1/overview/counts", { signal })),
  });
