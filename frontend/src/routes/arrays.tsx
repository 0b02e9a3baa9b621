/** /inventory/arrays: the list of arrays, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ArraysList } from "@/features/hardware/arrays-list";
import { parseArraysSearch } from "@/routes/search";

const route = getRouteApi("/shell/inventory/arrays");

export function ArraysRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return <ArraysList filters={filters} change={(search) => void navigate({ search: parseArraysSearch(search) })} />;
}
