/** The list of dashboards in its address, and which of them it shows. */
import type { Dashboard } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";

export const DASHBOARD_TABS = ["mine", "pinned", "shared"] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];
export const DASHBOARD_ORDERS = ["name", "-created"] as const;

export interface DashboardsSearch {
  /** All unless one of these. */
  tab?: DashboardTab;
  q?: string;
  /** The last changed first unless one of these. */
  sort?: (typeof DASHBOARD_ORDERS)[number];
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

/** Storage format of the list's views. */
export const DASHBOARD_VIEWS: ViewForm<DashboardsSearch> = {
  page: "/dashboards",
  parse: parseDashboardsSearch,
  keep: ({ tab, q, sort }) => ({ tab, q, sort }),
};

const LONGEST = 2000;
const VIEW_ID = /^[\w-]{1,64}$/;

/** Parse the search of the list. Unknown values are dropped, so that an old link still opens. */
export function parseDashboardsSearch(raw: Record<string, unknown>): DashboardsSearch {
  const q = typeof raw.q === "number" ? String(raw.q) : raw.q;
  return {
    tab: DASHBOARD_TABS.find((tab) => tab === raw.tab),
    q: typeof q === "string" && q !== "" && q.length <= LONGEST ? q : undefined,
    sort: DASHBOARD_ORDERS.find((order) => order === raw.sort),
    view: typeof raw.view === "string" && VIEW_ID.test(raw.view) ? raw.view : undefined,
  };
}

export function dashboardsIn(dashboards: readonly Dashboard[], tab: DashboardTab | undefined): Dashboard[] {
  return dashboards.filter((dashboard) => isInTab(dashboard, tab));
}

export function countInTab(dashboards: readonly Dashboard[], tab: DashboardTab | undefined): number {
  return dashboardsIn(dashboards, tab).length;
}

function isInTab({ is_own, pin_position, shared }: Dashboard, tab: DashboardTab | undefined): boolean {
  if (tab === "mine") return is_own;
  if (tab === "pinned") return pin_position !== null;
  return tab === "shared" ? shared : true;
}
