/** /inventory/servers/$ref: one server. */
import { getRouteApi } from "@tanstack/react-router";
import { ServerPage } from "@/features/inventory/server-page";

const route = getRouteApi("/shell/inventory/servers/$ref");

export function ServerRoute() {
  const { ref } = route.useParams();
  return <ServerPage key={ref} reference={ref} />;
}
