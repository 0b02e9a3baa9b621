/** The tabs of a run, in the top bar where it has room. */
import { Link } from "@tanstack/react-router";
import type { Run } from "@/api/types";
import { TabLinks } from "@/components/tab-links";
import { useHasPlace } from "@/components/top-bar";
import { runPage as words } from "@/messages/run-page";
import { partsOf, type RunPart } from "./run-parts";

const ADDRESSES = {
  result: "/runs/$ref",
  phases: "/runs/$ref/phases",
  environment: "/runs/$ref/environment",
  files: "/runs/$ref/files",
  history: "/runs/$ref/history",
  report: "/runs/$ref/report",
} as const satisfies Record<RunPart, string>;

export function RunTabs({ run, reference }: { run: Run; reference: string }) {
  const counts: Partial<Record<RunPart, number>> = { phases: run.phases.length, files: run.artifact_count };
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {partsOf(run).map((part) => (
        <Link
          key={part}
          to={ADDRESSES[part]}
          params={{ ref: reference }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {words.tab[part]}
          {(counts[part] ?? 0) > 0 && <span aria-hidden="true">{counts[part]}</span>}
        </Link>
      ))}
    </TabLinks>
  );
}
