/** /runs/$ref: one run, with the buttons that share it and take it up again. */
import { getRouteApi } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun } from "@/api/runs";
import { ResumeButton } from "@/features/runs/resume-button";
import { RunPage } from "@/features/runs/run-page";
import { ShareButton } from "@/features/shares/share-button";

const route = getRouteApi("/shell/runs/$ref");

export function RunRoute() {
  const { ref } = route.useParams();
  const { phase, view } = route.useSearch();
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  return (
    <RunPage
      key={ref}
      reference={ref}
      phase={phase}
      view={view}
      choosePhase={(chosen) => void navigate({ search: { phase: chosen }, replace: true, resetScroll: false })}
      actions={(run) =>
        isTerminalRun(run.state) && (
          <>
            <ResumeButton run={run} resumed={(job) => void navigate({ to: "/jobs/$ref", params: { ref: job } })} />
            {operate && <ShareButton runId={run.id} title={run.title} />}
          </>
        )
      }
    />
  );
}
