/** Marks a run that ended before it had measured everything. */
import { isTerminalRun } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { Tag } from "@/components/tag";
import { runs as runsWords } from "@/messages/runs";

export function PartialTag({ run: { completeness, state } }: { run: Pick<RunSummary, "completeness" | "state"> }) {
  // Until it has ended, the data of every run are partial.
  if (completeness === "complete" || !isTerminalRun(state)) return null;
  return <Tag label={runsWords.partial} level="warn" />;
}
