/** One run: who it is and what became of it, above the parts that it is shown in. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, runQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { NotShown } from "@/components/not-shown";
import { FailureNotice, Notice } from "@/components/notice";
import { messages } from "@/messages";
import { run as words } from "@/messages/run";
import { RunContext } from "./run-context";
import { RunHeader } from "./run-header";
import type { RunPart } from "./run-parts";
import { RunTabs } from "./run-tabs";

export interface RunPageProps {
  reference: string;
  /** Which part is open: the title of the page names it. */
  part: RunPart;
  actions: (run: Run) => ReactNode;
  /** What stands above everything else that is said of the run. */
  banner?: (run: Run) => ReactNode;
  /** The open part; it finds the run by `useRun`. */
  children: ReactNode;
}

export function RunPage({ reference, part, actions, banner, children }: RunPageProps) {
  const api = useApi();
  const { data: run, error, refetch } = useQuery(runQuery(api, reference));
  if (error && !run) return <NotShown what={messages.problem.things.run} error={error} retry={() => void refetch()} />;
  if (!run) return <RunSkeleton />;
  return (
    <RunContext value={run}>
      <RunHeader run={run} part={part} actions={actions(run)} />
      {banner?.(run)}
      {run.failure && <FailureNotice title={words.failure} failure={run.failure} />}
      {!isTerminalRun(run.state) && run.job && (
        <Notice level="info">
          <AnchorLink to="/jobs/$ref" params={{ ref: run.job.number }}>
            {words.follow(run.job.number)}
          </AnchorLink>
        </Notice>
      )}
      <RunTabs run={run} reference={reference} />
      {children}
    </RunContext>
  );
}

/** As high as the page that replaces it, so that nothing jumps. */
function RunSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="60%" mb={24} />
      <Skeleton height={104} mb={24} />
      <Skeleton height={620} />
    </div>
  );
}
