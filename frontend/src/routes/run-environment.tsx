/** /runs/$ref/environment: what a run was measured on, and what has changed before and since. */
import { RunEnvironmentPart } from "@/features/runs/run-environment";

export function RunEnvironmentRoute() {
  return <RunEnvironmentPart />;
}
