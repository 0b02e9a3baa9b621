/** Reads the last minutes of a running test, again and again, without what was before them. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Series } from "./types";

export const RECENT_MS = 300_000;
const RECENT_POINTS = 60;
const REREAD_MS = 5_000;

/**
 * IOPS over the last minutes of a run. How far a run is only its curve says: the first answer may therefore reach back to
 * its beginning, and is read once more; later ones begin where the newest minutes of the one before did.
 */
export const recentQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ["recent", runId],
    queryFn: async ({ signal, client, queryKey }): Promise<Series> => {
      const read = (after: number | undefined) =>
        body<Series>(
          api.GET("/api/v1/series", {
            params: { query: { run_id: runId, metric: "iops", after, max_points: RECENT_POINTS } },
            signal,
          }),
        );
      const known = recentStart(client.getQueryData<Series>(queryKey));
      const series = await read(known);
      const start = recentStart(series);
      return known === undefined && start !== undefined ? read(start) : series;
    },
    refetchInterval: REREAD_MS,
  });

/** Where the last minutes of a curve begin; undefined where it is no longer than they are, or has no reading. */
function recentStart(series: Series | undefined): number | undefined {
  const start = (series?.last_ms ?? 0) - RECENT_MS;
  return start > 0 ? start : undefined;
}
