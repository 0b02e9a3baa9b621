/** The list of dashboards in its address, and which of them it shows. */
import type { Dashboard } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import { oneOf, parserOf, readReference, textLike } from "@/lib/search-fields";

export const DASHBOARD_TABS = ["mine", "pinned", "shared"] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];
export const DASHBOARD_ORDERS = ["name", "-created"] as const;

export const parseDashboardsSearch = parserOf({
  /** All unless one of these. */
  tab: oneOf(DASHBOARD_TABS),
  q: textLike(/^[\s\S]{1,2000}$/),
  /** The last changed first unless one of these. */
  sort: oneOf(DASHBOARD_ORDERS),
  /** Id of the saved view that is open, changed or not. */
  view: readReference,
});
export type DashboardsSearch = ReturnType<typeof parseDashboardsSearch>;

/** Storage format of the list's views. */
export const DASHBOARD_VIEWS: ViewForm<DashboardsSearch> = {
  page: "/dashboards",
  parse: parseDashboardsSearch,
  keep: ["tab", "q", "sort"],
};

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
