/** /dashboards: the list of dashboards, bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DashboardsList } from "@/features/dashboards/dashboards-list";

const route = getRouteApi("/shell/dashboards");

export function DashboardsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return <DashboardsList search={search} change={(next) => void navigate({ search: next, resetScroll: false })} />;
}
