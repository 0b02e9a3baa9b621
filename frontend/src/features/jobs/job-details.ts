/** A job without what changes every second, so that a page of it is rendered when something else has changed. */
import type { Job } from "@/api/types";

export type JobDetails = Omit<Job, "progress"> & {
  /** The run that is measured now; null before the first and after the last. */
  present_run: string | null;
};

/** What a page selects of a job: the same object again while only the progress of its present run goes on. */
export function jobDetailsOf({ progress, ...job }: Job): JobDetails {
  return { ...job, present_run: progress?.run_number ?? null };
}
