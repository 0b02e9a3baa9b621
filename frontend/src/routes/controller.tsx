/** /servers/controllers/$ref: one controller. */
import { getRouteApi } from "@tanstack/react-router";
import { ControllerPage } from "@/features/hardware/controller-page";

const route = getRouteApi("/shell/servers/controllers/$ref");

export function ControllerRoute() {
  const { ref } = route.useParams();
  return <ControllerPage key={ref} reference={ref} />;
}
