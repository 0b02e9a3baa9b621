/** /workbench: anything beside anything; what is compared and how it is seen is all in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import type { WorkbenchSearch } from "@/features/workbench/address";
import { WorkbenchPage } from "@/features/workbench/workbench-page";

const route = getRouteApi("/shell/workbench");

export function WorkbenchRoute() {
  const { edit: edited, dashboard, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const go = useCallback(
    (next: WorkbenchSearch, { replace }: { replace: boolean }) =>
      void navigate({ search: ({ edit, dashboard }) => ({ ...next, edit, dashboard }), replace, resetScroll: false }),
    [navigate],
  );
  const edit = useCallback(
    (panel: string | null) =>
      void navigate({
        search: (before) => ({ ...before, edit: panel ?? undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return <WorkbenchPage search={search} edited={edited ?? null} dashboard={dashboard ?? null} go={go} edit={edit} />;
}
