/** /servers/controllers: the list of controllers, its query bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ControllersList } from "@/features/hardware/controllers-list";
import { CONTROLLER_VIEWS } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/controllers");

export function ControllersRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return <ControllersList search={search} form={CONTROLLER_VIEWS} change={(next) => void navigate({ search: next })} />;
}
