/** /arrays/$ref: one array. */
import { getRouteApi } from "@tanstack/react-router";
import { ArrayPage } from "@/features/hardware/array-page";

const route = getRouteApi("/shell/arrays/$ref");

export function ArrayRoute() {
  const { ref } = route.useParams();
  return <ArrayPage key={ref} reference={ref} />;
}
