/** /compare/pivot: results by factors; runs, factors, values and baseline are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { PivotPage } from "@/features/pivot/pivot-page";

const route = getRouteApi("/shell/compare/pivot");

export function PivotRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PivotPage
      search={search}
      change={(next) => void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false })}
    />
  );
}
