/** One state for a job and its run. */
import type { Job } from "@/api/types";

/** The state of the only run of a job, which says more than the job's own; of several runs, or a cancel, that of the job. */
export function shownJobState({ state, run_counts }: Pick<Job, "state" | "run_counts">): string {
  const [only, ...others] = Object.entries(run_counts).filter(([, count]) => count > 0);
  return only && only[1] === 1 && others.length === 0 && state !== "cancelling" ? only[0] : state;
}
