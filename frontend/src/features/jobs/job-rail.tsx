/** Beside the runs of a job: what was submitted. */
import { IconListDetails } from "@tabler/icons-react";
import type { Job, Target } from "@/api/types";
import { formatBinaryBytes, formatDuration, formatNumber, formatPercent } from "@/lib/units";
import { messages } from "@/messages";
import { conditioning } from "@/messages/conditioning";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import { Card } from "@/parts/card";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { RailBlock } from "@/parts/rail-block";
import type { JobDetails } from "./job-details";

export function JobRail({ job }: { job: JobDetails }) {
  const parameters = Object.entries(job.profile.parameters)
    .map(([name, value]) => `${name} ${formatNumber(value, { digits: 6, trim: true })}`)
    .join(", ");
  const facts: RailFact[] = [
    { name: runWords.profile, value: runWords.profileVersion(job.profile.title, job.profile.version) },
    { name: words.parameters, value: parameters || messages.none },
    { name: words.target, value: targetText(job.target) },
    {
      name: words.preparation,
      value: job.plan.preparation?.map(({ title }) => title).join(" · ") || messages.none,
    },
    ...(job.target.kind === "devices"
      ? [{ name: conditioning.title, value: conditioning.choice[job.conditioning] }]
      : []),
    { name: words.configuration, value: job.configuration_name ?? messages.none },
    { name: words.repeats, value: repeatsText(job) },
    ...(job.accuracy ? [{ name: words.accuracy, value: accuracyText(job.accuracy) }] : []),
    { name: words.submittedBy, value: job.submitted_by },
    { name: words.note, value: job.note || messages.none },
  ];
  return (
    <Card>
      <RailBlock icon={<IconListDetails size={15} stroke={1.75} />} title={words.setup}>
        <KeyValueRail facts={facts} />
      </RailBlock>
    </Card>
  );
}

function repeatsText({ repeats, repeat_until }: JobDetails): string | number {
  return repeat_until ? words.repeatsUpTo(repeats, formatPercent(repeat_until.cv_percent)) : repeats;
}

function accuracyText({ planned_seconds, duration_seconds, runs }: NonNullable<Job["accuracy"]>): string {
  return words.accuracyOf(formatDuration(planned_seconds), formatDuration(duration_seconds), runs);
}

function targetText(target: Target): string {
  if (target.kind === "devices") return target.stable_ids.join(", ");
  return words.fileTarget(formatBinaryBytes(target.size_bytes), target.path ?? null, target.copy_to ?? null);
}
