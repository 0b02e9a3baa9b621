/** /servers/models: the list of models; its query and its order are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ModelsList } from "@/features/hardware/models-list";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/models");

const MODELS = hardwareViews("/inventory/models");

export function ModelsRoute() {
  const navigate = route.useNavigate();
  return (
    <ModelsList
      search={route.useSearch()}
      form={MODELS}
      change={(search) => void navigate({ search, resetScroll: false })}
      added={({ id }) => void navigate({ to: "/servers/models/$id", params: { id } })}
    />
  );
}
