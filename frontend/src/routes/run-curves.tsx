/** /runs/$ref/curves: a run over time; which phase is shown, and which stretch of it, is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { RunCurvesPart } from "@/features/runs/run-curves";

const route = getRouteApi("/shell/runs/$ref/curves");

export function RunCurvesRoute() {
  const { phase, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const stretch = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
  return (
    <RunCurvesPart
      phase={phase}
      choosePhase={(chosen) => void navigate({ search: { phase: chosen }, replace: true, resetScroll: false })}
      stretch={stretch}
      chooseStretch={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, from: chosen?.from, to: chosen?.to }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
