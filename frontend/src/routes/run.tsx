/** /runs/$ref: one run, with the buttons that share it and take it up again; its parts are routes below this one. */
import { getRouteApi, Outlet, useLocation } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun } from "@/api/runs";
import { Labels } from "@/components/labels";
import { TrayButton } from "@/components/tray-button";
import { CompareWith } from "@/features/compare/compare-with";
import { CloneButton } from "@/features/jobs/clone-button";
import { StandingActions } from "@/features/run-standing/standing-actions";
import { StandingBanner } from "@/features/run-standing/standing-banner";
import { ResumeButton } from "@/features/runs/resume-button";
import { RunPage } from "@/features/runs/run-page";
import { partAt } from "@/features/runs/run-parts";
import { ShareButton } from "@/features/shares/share-button";

const route = getRouteApi("/shell/runs/$ref");

export function RunRoute() {
  const { ref } = route.useParams();
  const part = useLocation({ select: ({ pathname }) => partAt(pathname) });
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  return (
    <RunPage
      key={ref}
      reference={ref}
      part={part}
      actions={(run) =>
        isTerminalRun(run.state) && (
          <>
            <ResumeButton run={run} resumed={(job) => void navigate({ to: "/jobs/$ref", params: { ref: job } })} />
            <TrayButton run={run.number} trashed={run.trashed !== null} />
            <CompareWith run={run.number} />
            {operate && !run.trashed && <ShareButton run={run} />}
            {run.job && (
              <CloneButton job={run.job.number} open={(search) => void navigate({ to: "/jobs/new", search })} />
            )}
          </>
        )
      }
      banner={(run) => (
        <>
          <StandingBanner run={run} />
          <Labels kind="runs" reference={run.number} labels={run.labels}>
            <StandingActions run={run} />
          </Labels>
        </>
      )}
    >
      <Outlet />
    </RunPage>
  );
}
