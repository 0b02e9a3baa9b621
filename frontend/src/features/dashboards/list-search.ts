/** The list of dashboards in its address, and which of them it shows. */
import type { Dashboard } from "@/api/types";
import { dashboards as words } from "@/messages/dashboards";

export const DASHBOARD_TABS = ["mine", "pinned", "shared"] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];
export const DASHBOARD_ORDERS = ["name"] as const;

export interface DashboardsSearch {
  /** All unless one of these. */
  tab?: DashboardTab;
  q?: string;
  /** The last changed first unless this. */
  sort?: (typeof DASHBOARD_ORDERS)[number];
}

const LONGEST = 200;

/** What is not understood is dropped, so that an old link still opens. */
export function parseDashboardsSearch(raw: Record<string, unknown>): DashboardsSearch {
  const q = typeof raw.q === "number" ? String(raw.q) : raw.q;
  return {
    tab: DASHBOARD_TABS.find((tab) => tab === raw.tab),
    q: typeof q === "string" && q !== "" && q.length <= LONGEST ? q : undefined,
    sort: DASHBOARD_ORDERS.find((order) => order === raw.sort),
  };
}

/** The dashboards that the list shows, in its order. */
export function chooseDashboards(
  dashboards: readonly Dashboard[],
  { tab, q = "", sort }: DashboardsSearch,
): Dashboard[] {
  const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = dashboards.filter((dashboard) => {
    const text = searchText(dashboard);
    return isInTab(dashboard, tab) && wanted.every((word) => text.includes(word));
  });
  return found.toSorted((a, b) =>
    sort === "name" ? a.name.localeCompare(b.name) : b.updated_at.localeCompare(a.updated_at),
  );
}

export function countInTab(dashboards: readonly Dashboard[], tab: DashboardTab | undefined): number {
  return dashboards.filter((dashboard) => isInTab(dashboard, tab)).length;
}

function isInTab({ is_own, pin_position, shared }: Dashboard, tab: DashboardTab | undefined): boolean {
  if (tab === "mine") return is_own;
  if (tab === "pinned") return pin_position !== null;
  return tab === "shared" ? shared : true;
}

/** What can be searched: name, number, owner, query, and the charts and workloads of its panels. */
function searchText({ name, number, owner, document: { entries, panels } }: Dashboard): string {
  const query = "query" in entries ? entries.query : entries.runs.join(" ");
  const charts = panels.flatMap(({ chart, workload }) => [words.charts[chart], workload]);
  return [name, number, owner, query, ...charts].filter(Boolean).join("\n").toLowerCase();
}
