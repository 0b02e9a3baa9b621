/** /runs/$ref/curves: a run over time; which phase is shown, which stretch of it and on which axis is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { RunCurvesPart } from "@/features/runs/run-curves";

const route = getRouteApi("/shell/runs/$ref/curves");

export function RunCurvesRoute() {
  const { phase, from, to, log = false } = route.useSearch();
  const navigate = route.useNavigate();
  const stretch = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
  return (
    <RunCurvesPart
      phase={phase}
      choosePhase={(chosen) =>
        void navigate({ search: (before) => ({ phase: chosen, log: before.log }), replace: true, resetScroll: false })
      }
      log={log}
      setLog={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, log: chosen || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
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
