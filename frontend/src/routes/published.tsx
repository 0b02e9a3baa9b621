/** /servers/published/$ref: a piece of hardware that a published review names. */
import { getRouteApi } from "@tanstack/react-router";
import { PublishedPage } from "@/features/hardware/published-page";

const route = getRouteApi("/shell/servers/published/$ref");

export function PublishedRoute() {
  const { ref } = route.useParams();
  return <PublishedPage key={ref} id={ref} />;
}
