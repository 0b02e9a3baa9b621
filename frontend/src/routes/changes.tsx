/** /servers/changes: the changes of the lab; their query and their order are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ChangesList } from "@/features/hardware/changes-list";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/changes");

const CHANGES = hardwareViews("/inventory/changes");

export function ChangesRoute() {
  const navigate = route.useNavigate();
  return (
    <ChangesList
      search={route.useSearch()}
      form={CHANGES}
      change={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
