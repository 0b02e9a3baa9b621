/** /runs/$ref: what came out of a run, and how far it can be trusted. */
import { RunSummaryPart } from "@/features/runs/run-summary";

export function RunSummaryRoute() {
  return <RunSummaryPart />;
}
