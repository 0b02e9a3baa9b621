/** One state for a job and its run. */
import type { Job } from "@/api/types";

/**
 * Return the state of the job's only run, which is more precise. For several runs or a cancel, return the state of the
 * job.
 */
export function shownJobState({ state, run_counts }: Pick<Job, "state" | "run_counts">): string {
  const [only, ...others] = Object.entries(run_counts).filter(([, count]) => count > 0);
  return only && only[1] === 1 && others.length === 0 && state !== "cancelling" ? only[0] : state;
}
