/** Prefetch of the data on the pages of servers, so that nothing moves when it arrives. */
import type { QueryClient } from "@tanstack/react-query";
import { alertsQuery, conflictsQuery } from "./alerts";
import type { Api } from "./client";
import { newestChangesQuery, treeQuery } from "./hardware";
import { healthChecksQuery } from "./health-checks";
import { leasesQuery, windowsQuery } from "./server-care";
import { serverSummaryQuery } from "./server-summaries";
import type { Server } from "./types";

/** Number of changes beside the list of servers. */
export const RECENT_CHANGES = 10;

/** Unreadable parts show their own error, so a prefetch is not retried. */
const ONCE = { retry: false } as const;

/** Prefetch the open tab of a server; the drawing of its hardware is the first. */
export async function prefetchServerTab(client: QueryClient, api: Api, server: Server, tab: string | undefined) {
  const { number } = server;
  const prefetches = [client.prefetchQuery({ ...serverSummaryQuery(api, server), ...ONCE })];
  if (tab === undefined || tab === "drives")
    prefetches.push(client.prefetchQuery({ ...treeQuery(api, server), ...ONCE }));
  if (tab === "maintenance") {
    prefetches.push(
      client.prefetchQuery({ ...windowsQuery(api, number, "reservation"), ...ONCE }),
      client.prefetchQuery({ ...windowsQuery(api, number, "maintenance"), ...ONCE }),
      client.prefetchQuery({ ...healthChecksQuery(api, number), ...ONCE }),
      client.prefetchQuery({ ...leasesQuery(api, number), ...ONCE }),
    );
  }
  await Promise.all(prefetches);
}

/** Prefetch the state of all hardware. */
export async function prefetchLabState(client: QueryClient, api: Api) {
  await Promise.all([
    client.prefetchQuery({ ...alertsQuery(api), ...ONCE }),
    client.prefetchQuery({ ...conflictsQuery(api), ...ONCE }),
    client.prefetchQuery({ ...newestChangesQuery(api, RECENT_CHANGES), ...ONCE }),
  ]);
}
