/** Asks for what the pages of servers show, so that nothing moves when it comes. */
import type { QueryClient } from "@tanstack/react-query";
import { alertsQuery, conflictsQuery } from "./alerts";
import type { Api } from "./client";
import { newestChangesQuery, treeQuery } from "./hardware";
import { healthChecksQuery } from "./health-checks";
import { leasesQuery, windowsQuery } from "./server-care";
import { serverSummaryQuery } from "./server-summaries";
import type { Server } from "./types";

/** Changes that stand beside the list of servers. */
export const RECENT_CHANGES = 10;

/** A part that cannot be read says so itself. */
const ONCE = { retry: false } as const;

/** Ask for the open tab of a server; the drawing of its hardware is the first. */
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

/** Ask for the state of all hardware. */
export async function prefetchLabState(client: QueryClient, api: Api) {
  await Promise.all([
    client.prefetchQuery({ ...alertsQuery(api), ...ONCE }),
    client.prefetchQuery({ ...conflictsQuery(api), ...ONCE }),
    client.prefetchQuery({ ...newestChangesQuery(api, RECENT_CHANGES), ...ONCE }),
  ]);
}
