/** /runs/$ref: one run, with the button that shares it. */
import { getRouteApi } from "@tanstack/react-router";
import { isTerminalRun } from "@/api/runs";
import { RunPage } from "@/features/runs/run-page";
import { ShareButton } from "@/features/shares/share-button";

const route = getRouteApi("/shell/runs/$ref");

export function RunRoute() {
  const { ref } = route.useParams();
  const { phase } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RunPage
      key={ref}
      reference={ref}
      phase={phase}
      choosePhase={(chosen) => void navigate({ search: { phase: chosen }, replace: true, resetScroll: false })}
      actions={(run) => isTerminalRun(run.state) && <ShareButton runId={run.id} title={run.title} />}
    />
  );
}
