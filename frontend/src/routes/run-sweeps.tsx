/** /runs/$ref/sweeps: what a run varied; what the reader chose in its charts is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { RunSweepsPart } from "@/features/runs/run-sweeps";

const route = getRouteApi("/shell/runs/$ref/sweeps");

export function RunSweepsRoute() {
  const choice = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RunSweepsPart choice={choice} choose={(search) => void navigate({ search, replace: true, resetScroll: false })} />
  );
}
