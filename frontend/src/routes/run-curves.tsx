/** /runs/$ref/curves: a run over time; which phase is shown is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { RunCurvesPart } from "@/features/runs/run-curves";

const route = getRouteApi("/shell/runs/$ref/curves");

export function RunCurvesRoute() {
  const { phase } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RunCurvesPart
      phase={phase}
      choosePhase={(chosen) => void navigate({ search: { phase: chosen }, replace: true, resetScroll: false })}
    />
  );
}
