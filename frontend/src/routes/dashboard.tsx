/** /dashboards/$ref: one dashboard; how it is looked at is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { DashboardPage } from "@/features/workbench/dashboard-page";
import type { DashboardSearch } from "@/features/workbench/view-search";

const route = getRouteApi("/shell/dashboards/$ref");

export function DashboardRoute() {
  const { ref } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: DashboardSearch) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  return <DashboardPage key={ref} reference={ref} search={search} change={change} />;
}
