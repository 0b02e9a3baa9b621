/** The dashboards that a person has pinned: read after the page, once for the navigation and Home. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { pinnedDashboardsQuery } from "@/api/dashboards";
import type { Dashboard } from "@/api/types";
import { useSpareTime } from "@/lib/spare-time";

const NOTHING: readonly Dashboard[] = [];
const FRESH_MS = 30_000;

export function usePinnedDashboards(): readonly Dashboard[] {
  const isSpare = useSpareTime();
  return useQuery({ ...pinnedDashboardsQuery(useApi()), enabled: isSpare, staleTime: FRESH_MS }).data ?? NOTHING;
}
