/** A run beside the list of runs, which comes with the first row that is looked into. */
import { useNavigate } from "@tanstack/react-router";
import type { RunRow } from "@/api/run-table";
import { useRunAgain } from "@/features/new-run/use-run-again";
import { RunPeek } from "@/features/run/run-peek";
import type { PeekBaseline } from "@/features/runs/runs-page";

export interface RunPeekRouteProps extends PeekBaseline {
  run: RunRow;
  canRepeat: boolean;
}

export function RunPeekRoute({ run, canRepeat, ...baseline }: RunPeekRouteProps) {
  const navigate = useNavigate();
  const runAgain = useRunAgain((draft) => void navigate({ to: "/new", search: draft }));
  const { job } = run;
  return <RunPeek run={run} {...baseline} again={canRepeat && job ? () => runAgain(job.number) : undefined} />;
}
