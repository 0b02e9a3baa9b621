/** /arrays: the list of arrays; its filters, its order and the array beside it are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ArraysList } from "@/features/hardware/arrays-list";
import { parseArrayListSearch } from "@/routes/search";

const route = getRouteApi("/shell/arrays");

export function ArraysRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ArraysList
      search={search}
      change={(next) =>
        // Looking into one row after another is no step that somebody wants to go back through.
        void navigate({ search: parseArrayListSearch(next), replace: next.peek !== search.peek, resetScroll: false })
      }
    />
  );
}
