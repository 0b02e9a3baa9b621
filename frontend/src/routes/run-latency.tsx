/** /runs/$ref/latency: how response times are distributed; which results are drawn, and how, is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { RunLatencyPart } from "@/features/runs/run-latency";

const route = getRouteApi("/shell/runs/$ref/latency");

export function RunLatencyRoute() {
  const choice = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RunLatencyPart choice={choice} choose={(search) => void navigate({ search, replace: true, resetScroll: false })} />
  );
}
