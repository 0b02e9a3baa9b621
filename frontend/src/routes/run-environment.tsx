/** /runs/$ref/environment: what a run was measured on, and what has changed before and since. */
import { RunEnvironmentPart } from "@/features/run/run-environment";

export function RunEnvironmentRoute() {
  return <RunEnvironmentPart />;
}
