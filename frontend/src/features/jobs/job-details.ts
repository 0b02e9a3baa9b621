/** A job without what changes every second, so that a page of it is rendered when something else has changed. */
import type { Job } from "@/api/types";

export type JobDetails = Omit<Job, "progress"> & {
  /** The run that is measured now; null before the first and after the last. */
  present_run: string | null;
};

/** Return the job without its progress. The object is unchanged while only the present run progresses. */
export function jobDetailsOf({ progress, ...job }: Job): JobDetails {
  return { ...job, present_run: progress?.run_number ?? null };
}
