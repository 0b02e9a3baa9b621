/** /servers/controllers: the list of controllers; its query and its order are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ControllersList } from "@/features/hardware/controllers-list";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/controllers");

const CONTROLLERS = hardwareViews("/inventory/controllers");

export function ControllersRoute() {
  const navigate = route.useNavigate();
  return (
    <ControllersList
      search={route.useSearch()}
      form={CONTROLLERS}
      change={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
