/** Dashboards: workbenches saved under a name. Reads, saves, changes, pins, deletes and restores them. */
import { queryOptions } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body, idempotencyKey } from "./client";
import type { ChangedDashboard, Dashboard, DashboardEntries, DashboardFigures, NewDashboard, Page } from "./types";
import { WHOLE_LIST_PAGE } from "./whole-list";

/** Return the body of an answer as a whole document; the lab sends every field. */
const whole = (call: Promise<{ data?: unknown }>) => body(call) as Promise<Dashboard>;

/** All that was read of dashboards. */
export const dashboardsKey = ["dashboards"] as const;

/** Those of a person and those that others share which a query finds, for `useWholeList`. */
export const dashboardList = (api: Api, q: string | undefined, sort: string) => ({
  queryKey: [...dashboardsKey, "list", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<Dashboard>> => {
    const query = { q, sort, time_zone: q && readerZone(), cursor, limit: WHOLE_LIST_PAGE };
    return body(api.GET("/api/v1/dashboards", { params: { query }, signal })) as Promise<Page<Dashboard>>;
  },
});

/** More than a person can pin. */
const MAX_PINNED = 10;

/** Those that a person has pinned, in their order. */
export const pinnedDashboardsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...dashboardsKey, "pinned"],
    queryFn: async ({ signal }): Promise<Dashboard[]> => {
      const query = { pinned: true, limit: MAX_PINNED };
      const page = await (body(api.GET("/api/v1/dashboards", { params: { query }, signal })) as Promise<
        Page<Dashboard>
      >);
      return page.items.toSorted((a, b) => (a.pin_position ?? 0) - (b.pin_position ?? 0));
    },
  });

/** Interval between reads of an open dashboard. */
const FOLLOWED_MS = 15_000;

export const dashboardQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...dashboardsKey, ref],
    queryFn: ({ signal }): Promise<Dashboard> =>
      whole(api.GET("/api/v1/dashboards/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: FOLLOWED_MS,
  });

/** A query in place of that of a dashboard, for a look at it; null shows it as it is saved. */
export type Narrowing = Readonly<{ q: string; time_zone: string }> | null;

/** The runs that a dashboard means now. */
export const dashboardEntriesQuery = (api: Api, ref: string, narrowing: Narrowing) =>
  queryOptions({
    queryKey: [...dashboardsKey, ref, "entries", narrowing],
    queryFn: ({ signal }): Promise<DashboardEntries> =>
      body(api.GET("/api/v1/dashboards/{ref}/entries", { params: { path: { ref }, query: narrowing ?? {} }, signal })),
    refetchInterval: FOLLOWED_MS,
  });

/** The newest result of each of its entries beside what is usual. */
export const dashboardFiguresQuery = (api: Api, ref: string, narrowing: Narrowing) =>
  queryOptions({
    queryKey: [...dashboardsKey, ref, "figures", narrowing],
    queryFn: ({ signal }): Promise<DashboardFigures> =>
      body(api.GET("/api/v1/dashboards/{ref}/figures", { params: { path: { ref }, query: narrowing ?? {} }, signal })),
    refetchInterval: FOLLOWED_MS,
  });

export function saveDashboard(api: Api, dashboard: NewDashboard): Promise<Dashboard> {
  return whole(api.POST("/api/v1/dashboards", { body: dashboard, headers: { "Idempotency-Key": idempotencyKey() } }));
}

/**
 * Change some fields. `before` has their values as they were read; if another person has changed one since, nothing
 * changes.
 */
export function changeDashboard(api: Api, ref: string, change: ChangedDashboard): Promise<Dashboard> {
  return whole(api.PATCH("/api/v1/dashboards/{ref}", { params: { path: { ref } }, body: change }));
}

export function trashDashboard(api: Api, ref: string): Promise<Dashboard> {
  return whole(api.DELETE("/api/v1/dashboards/{ref}", { params: { path: { ref } } }));
}

export function restoreDashboard(api: Api, ref: string): Promise<Dashboard> {
  return whole(api.POST("/api/v1/dashboards/{ref}/restore", { params: { path: { ref } } }));
}

export function setPinned(api: Api, ref: string, pinned: boolean): Promise<Dashboard> {
  const params = { path: { ref } };
  return whole(
    pinned
      ? api.PUT("/api/v1/dashboards/{ref}/pin", { params })
      : api.DELETE("/api/v1/dashboards/{ref}/pin", { params }),
  );
}
