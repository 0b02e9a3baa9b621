/** /configurations/diff: the factors and results of two configurations or runs; both are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DiffPage } from "@/features/configurations/diff-page";

const route = getRouteApi("/shell/configurations/diff");

export function ConfigurationDiffRoute() {
  const choice = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DiffPage
      {...choice}
      change={(chosen) => void navigate({ search: (before) => ({ ...before, ...chosen }), resetScroll: false })}
    />
  );
}
