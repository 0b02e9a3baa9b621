/** /servers/controllers: the list of controllers, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ControllersList } from "@/features/hardware/controllers-list";
import { parseModelsSearch } from "@/routes/search";

const route = getRouteApi("/shell/servers/controllers");

export function ControllersRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ControllersList filters={filters} change={(search) => void navigate({ search: parseModelsSearch(search) })} />
  );
}
