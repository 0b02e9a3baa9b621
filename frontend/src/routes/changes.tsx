/** /servers/changes: the changes of the lab; their query and their order are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ChangesList } from "@/features/hardware/changes-list";
import { CHANGE_VIEWS } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/changes");

export function ChangesRoute() {
  const navigate = route.useNavigate();
  return (
    <ChangesList
      search={route.useSearch()}
      form={CHANGE_VIEWS}
      change={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
