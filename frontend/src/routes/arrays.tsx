/** /arrays: the list of arrays; its query, its order and the array beside it are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ArraysList } from "@/features/hardware/arrays-list";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/arrays");

const ARRAYS = hardwareViews("/inventory/arrays");

export function ArraysRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ArraysList
      search={search}
      form={ARRAYS}
      change={(next) =>
        // Looking into one row after another adds no step to the history of the browser.
        void navigate({ search: next, replace: next.peek !== search.peek, resetScroll: false })
      }
    />
  );
}
