/** /servers/models/$id: one model. */
import { getRouteApi } from "@tanstack/react-router";
import { ModelPage } from "@/features/hardware/model-page";

const route = getRouteApi("/shell/servers/models/$id");

export function ModelRoute() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  return <ModelPage key={id} id={id} removed={() => void navigate({ to: "/servers/models", search: {} })} />;
}
