/** /servers/models: the list of models; its query and its order are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ModelsList } from "@/features/hardware/models-list";
import { MODEL_VIEWS } from "@/routes/list-views";

const route = getRouteApi("/shell/servers/models");

export function ModelsRoute() {
  const navigate = route.useNavigate();
  return (
    <ModelsList
      search={route.useSearch()}
      form={MODEL_VIEWS}
      change={(search) => void navigate({ search, resetScroll: false })}
      added={({ id }) => void navigate({ to: "/servers/models/$id", params: { id } })}
    />
  );
}
