/** /runs/$ref/phases: every phase of a run; the choices in its charts are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { JobOfRun } from "@/features/jobs/job-of-run";
import { PhasesTab } from "@/features/run/phases-tab";
import { useRun } from "@/features/run/run-context";

const route = getRouteApi("/shell/runs/$ref/phases");

export function RunPhasesRoute() {
  const { baseline, sweep, ...latency } = route.useSearch();
  const { job } = useRun();
  const navigate = route.useNavigate();
  const go = (search: object) =>
    void navigate({ search: { baseline, sweep, ...latency, ...search }, replace: true, resetScroll: false });
  return (
    <>
      <PhasesTab
        sweeps={sweep ?? {}}
        chooseSweeps={(choice) => go({ sweep: choice })}
        latency={latency}
        chooseLatency={(choice) =>
          void navigate({ search: { baseline, sweep, ...choice }, replace: true, resetScroll: false })
        }
      />
      {job && <JobOfRun job={job.number} />}
    </>
  );
}
