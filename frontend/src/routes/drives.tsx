/** /inventory/drives: the list of drives, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DrivesList } from "@/features/hardware/drives-list";
import { parseModelsSearch } from "@/routes/search";

const route = getRouteApi("/shell/inventory/drives");

export function DrivesRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return <DrivesList filters={filters} change={(search) => void navigate({ search: parseModelsSearch(search) })} />;
}
