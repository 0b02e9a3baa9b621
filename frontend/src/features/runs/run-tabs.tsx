/** The way from one part of a run to another. */
import { Link } from "@tanstack/react-router";
import type { Run } from "@/api/types";
import { TabLinks } from "@/components/tab-links";
import { run as words } from "@/messages/run";
import { partsOf, type RunPart } from "./run-parts";

const ADDRESSES = {
  summary: "/runs/$ref",
  curves: "/runs/$ref/curves",
  sweeps: "/runs/$ref/sweeps",
  latency: "/runs/$ref/latency",
  environment: "/runs/$ref/environment",
  files: "/runs/$ref/files",
  report: "/runs/$ref/report",
} as const satisfies Record<RunPart, string>;

export function RunTabs({ run, reference }: { run: Run; reference: string }) {
  return (
    <TabLinks label={words.views}>
      {partsOf(run).map((part) => (
        <Link
          key={part}
          to={ADDRESSES[part]}
          params={{ ref: reference }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {words.parts[part]}
        </Link>
      ))}
    </TabLinks>
  );
}
