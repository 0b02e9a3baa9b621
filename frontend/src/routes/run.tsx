/** /runs/$ref: one run, from waiting to its result; its tabs are routes below this one. */
import { getRouteApi, Outlet, useLocation } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun } from "@/api/runs";
import type { Run } from "@/api/types";
import { requestShare } from "@/components/share-request";
import { FollowJob } from "@/features/follow/notify-button";
import { useRunAgain } from "@/features/new-run/use-run-again";
import { RunPage } from "@/features/run/run-page";
import { partAt } from "@/features/run/run-parts";
import { ValidityBanner } from "@/features/run-validity/validity-banner";
import { requestOfRun, ShareButton } from "@/features/shares/share-button";

const route = getRouteApi("/shell/runs/$ref");

const shareFigure = (run: Run, chart: string) => requestShare(requestOfRun(run, chart));

export function RunRoute() {
  const { ref } = route.useParams();
  const { baseline } = route.useSearch();
  const part = useLocation({ select: ({ pathname }) => partAt(pathname) });
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  const runAgain = useRunAgain((search) => void navigate({ to: "/new", search }));
  return (
    <RunPage
      key={ref}
      reference={ref}
      part={part}
      baseline={baseline}
      chooseBaseline={(chosen) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, baseline: chosen }),
          replace: true,
          resetScroll: false,
        })
      }
      runAgain={runAgain}
      actions={(run) => {
        if (!isTerminalRun(run.state)) return run.job && <FollowJob jobRef={run.job.number} />;
        return operate && !run.trashed && <ShareButton run={run} />;
      }}
      shareFigure={operate ? shareFigure : undefined}
      banner={(run) => <ValidityBanner run={run} />}
    >
      <Outlet />
    </RunPage>
  );
}
