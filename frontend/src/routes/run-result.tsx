/** /runs/$ref: a run as it goes on, and its result; what its chart shows is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CourseView } from "@/features/run/course";
import { ResumeButton } from "@/features/run/resume-button";
import { RunView } from "@/features/run/run-view";

const route = getRouteApi("/shell/runs/$ref/");

export function RunResultRoute() {
  const { metric = "iops", phase, from, to, log = false } = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(
    (): CourseView => ({ metric, phase, log, stretch: from === undefined || to === undefined ? null : { from, to } }),
    [metric, phase, log, from, to],
  );
  return (
    <RunView
      view={view}
      change={(changes) => {
        const next: CourseView = { ...view, ...changes };
        void navigate({
          search: (before) => ({
            ...before,
            metric: next.metric === "iops" ? undefined : next.metric,
            phase: next.phase,
            from: next.stretch?.from,
            to: next.stretch?.to,
            log: next.log || undefined,
          }),
          replace: true,
          resetScroll: false,
        });
      }}
      retry={(run) => <ResumeButton run={run} resumed={() => undefined} />}
    />
  );
}
