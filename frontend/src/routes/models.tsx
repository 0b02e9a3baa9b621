/** /servers/models: the list of models, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ModelsList } from "@/features/hardware/models-list";
import { MODEL_VIEWS } from "@/routes/list-views";
import { parseHardwareModelsSearch } from "@/routes/search";

const route = getRouteApi("/shell/servers/models");

export function ModelsRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ModelsList
      // The router hands on what no page knows as well.
      form={MODEL_VIEWS}
      filters={parseHardwareModelsSearch({ ...filters })}
      change={(search) => void navigate({ search: parseHardwareModelsSearch(search) })}
      added={({ id }) => void navigate({ to: "/servers/models/$id", params: { id } })}
    />
  );
}
