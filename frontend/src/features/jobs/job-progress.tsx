/** How far a job is: the present phase, elapsed and remaining time, and when it should end. */
import { Progress } from "@mantine/core";
import type { Job } from "@/api/types";
import { Moment } from "@/components/moment";
import { PropertyList } from "@/components/property-list";
import { formatDuration, formatPercent } from "@/lib/units";
import { job as words } from "@/messages/jobs";
import classes from "./job.module.css";

export function JobProgress({ job }: { job: Job }) {
  const progress = job.progress;
  if (!progress) {
    return (
      <PropertyList
        properties={[
          [words.typical, formatDuration(job.estimated_seconds)],
          [words.longest, formatDuration(job.max_seconds)],
        ]}
      />
    );
  }
  const { phase_ordinal, phase_count, phase_name, percent } = progress;
  const phase =
    phase_ordinal !== null && phase_count !== null ? words.phaseOf(phase_ordinal, phase_count, phase_name ?? "") : null;
  return (
    <section className={classes.progress} aria-label={words.progress}>
      <div className={classes.progressHead}>
        <strong>{phase}</strong>
        <strong className={classes.percent}>{formatPercent(percent)}</strong>
      </div>
      <Progress value={percent ?? 0} size="lg" aria-label={words.progress} />
      <PropertyList
        properties={[
          [words.elapsed, formatDuration(progress.elapsed_seconds)],
          [words.remaining, formatDuration(progress.remaining_seconds)],
          [words.eta, <Moment key="eta" at={progress.estimated_finish_at} />],
          [words.longest, formatDuration(job.max_seconds)],
        ]}
      />
    </section>
  );
}
