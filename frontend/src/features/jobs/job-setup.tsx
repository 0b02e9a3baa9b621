/** What was submitted: target, profile with its parameters, and the plan. */
import type { Job, Target } from "@/api/types";
import { Section } from "@/components/page";
import { PlanTabs } from "@/components/plan-tabs";
import { PropertyList } from "@/components/property-list";
import { formatBinaryBytes, formatDuration, formatNumber, formatPercent } from "@/lib/units";
import { messages } from "@/messages";
import { conditioning } from "@/messages/conditioning";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import type { JobStanding } from "./job-standing";

export function JobSetup({ job }: { job: JobStanding }) {
  const parameters = Object.entries(job.profile.parameters)
    .map(([name, value]) => `${name} ${formatNumber(value, { digits: 6, trim: true })}`)
    .join(", ");
  return (
    <>
      <Section title={words.setup}>
        <PropertyList
          properties={[
            [runWords.profile, runWords.profileVersion(job.profile.title, job.profile.version)],
            [words.parameters, parameters || messages.none],
            [words.target, targetText(job.target)],
            [words.preparation, job.plan.preparation?.map(({ title }) => title).join(" · ") || messages.none],
            ...(job.target.kind === "devices"
              ? ([[conditioning.title, conditioning.choice[job.conditioning]]] as const)
              : []),
            [words.configuration, job.configuration_name ?? messages.none],
            [words.repeats, repeatsText(job)],
            ...(job.accuracy ? ([[words.accuracy, accuracyText(job.accuracy)]] as const) : []),
            [words.submittedBy, job.submitted_by],
            [words.note, job.note || messages.none],
          ]}
        />
      </Section>
      <Section title={words.plan}>
        <PlanTabs plan={job.plan} />
      </Section>
    </>
  );
}

function repeatsText({ repeats, repeat_until }: JobStanding): string | number {
  return repeat_until ? words.repeatsAtMost(repeats, formatPercent(repeat_until.cv_percent)) : repeats;
}

function accuracyText({ planned_seconds, duration_seconds, runs }: NonNullable<Job["accuracy"]>): string {
  return words.accuracyOf(formatDuration(planned_seconds), formatDuration(duration_seconds), runs);
}

function targetText(target: Target): string {
  if (target.kind === "devices") return target.stable_ids.join(", ");
  return words.fileTarget(formatBinaryBytes(target.size_bytes), target.path ?? null, target.copy_to ?? null);
}
