/** The rules of a draft: how often, until when, and what is done when something changes. */
import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { DRIVE_FAILURE_CHOICES } from "@/api/campaigns";
import { NumberField } from "@/components/number-field";
import { localFieldOf, momentOf } from "@/lib/local-time";
import { newJob } from "@/messages/jobs";
import { newCampaign as words } from "@/messages/new-campaign";
import type { StepProps } from "./new-campaign";
import { DEFAULT_CV_PERCENT, DEFAULT_PRIORITY, MIN_REPEATS, repeatsOf } from "./request";

export interface RulesStepProps extends StepProps {
  /** The engines that run every workload. */
  engines: readonly string[];
}

function Repeats({ draft, change, errors }: StepProps) {
  const agree = draft.repeat_cv !== undefined;
  return (
    <>
      <NumberField
        label={agree ? newJob.maxRepeats : words.repeats}
        description={words.repeatsHint}
        value={repeatsOf(draft)}
        onChange={(repeats) => change({ repeats })}
        error={errors.repeats}
        min={agree ? MIN_REPEATS : 1}
        max={100}
        allowDecimal={false}
      />
      <Checkbox
        label={newJob.repeatUntil}
        description={newJob.repeatUntilHint}
        checked={agree}
        onChange={({ currentTarget }) =>
          change(
            currentTarget.checked
              ? { repeat_cv: DEFAULT_CV_PERCENT, repeats: draft.repeats && Math.max(draft.repeats, MIN_REPEATS) }
              : { repeat_cv: undefined },
          )
        }
      />
      {agree && (
        <NumberField
          label={newJob.repeatCv}
          description={newJob.repeatCvHint}
          value={draft.repeat_cv ?? DEFAULT_CV_PERCENT}
          onChange={(repeat_cv) => change({ repeat_cv })}
          error={errors["repeat_until.cv_percent"]}
          min={0.1}
          max={100}
        />
      )}
    </>
  );
}

const HOUR_SECONDS = 3600;
/** Initial value for a campaign that is to go on by itself. */
const DEFAULT_DECIDE_HOURS = 5;

/** Draw the time for people to decide, and the action after it. */
function DecideAfter({ draft, change, errors }: StepProps) {
  const isOn = draft.decide_after !== undefined;
  return (
    <>
      <Checkbox
        label={words.decideAfter}
        description={words.decideAfterHint}
        checked={isOn}
        onChange={({ currentTarget }) =>
          change(
            currentTarget.checked
              ? { decide_after: DEFAULT_DECIDE_HOURS * HOUR_SECONDS }
              : { decide_after: undefined, decide_with: undefined },
          )
        }
      />
      {isOn && (
        <>
          <NumberField
            label={words.decideHours}
            value={(draft.decide_after ?? 0) / HOUR_SECONDS}
            onChange={(hours) => change({ decide_after: Math.round(hours * HOUR_SECONDS) || undefined })}
            error={errors.decide_after_seconds}
            min={1}
            max={720}
          />
          <Select
            label={words.decideWithLabel}
            data={(["redo", "keep_both", "stop"] as const).map((value) => ({
              value,
              label: words.onDriveFailureChoices[value],
            }))}
            value={draft.decide_with ?? "redo"}
            onChange={(chosen) => change({ decide_with: chosen === "redo" || chosen === null ? undefined : chosen })}
            error={errors.decide_with}
            allowDeselect={false}
          />
        </>
      )}
    </>
  );
}

export function RulesStep({ draft, change, errors, engines }: RulesStepProps) {
  return (
    <>
      <Repeats draft={draft} change={change} errors={errors} />
      <TextInput
        type="datetime-local"
        label={words.deadline}
        description={words.deadlineHint}
        value={localFieldOf(draft.deadline)}
        onChange={({ currentTarget }) => change({ deadline: momentOf(currentTarget.value) })}
        error={errors.deadline}
      />
      <Select
        label={words.onDriveFailure}
        data={DRIVE_FAILURE_CHOICES.map((value) => ({ value, label: words.onDriveFailureChoices[value] }))}
        value={draft.on_drive_failure ?? "ask"}
        onChange={(chosen) => change({ on_drive_failure: chosen === "ask" || chosen === null ? undefined : chosen })}
        error={errors.on_drive_failure}
        allowDeselect={false}
      />
      {draft.on_drive_failure === undefined && <DecideAfter draft={draft} change={change} errors={errors} />}
      <Select
        label={words.conditioning}
        data={(["redo", "reuse"] as const).map((value) => ({ value, label: words.conditioningChoices[value] }))}
        value={draft.conditioning ?? "redo"}
        onChange={(chosen) => change({ conditioning: chosen === "reuse" ? chosen : undefined })}
        error={errors.conditioning}
        allowDeselect={false}
      />
      <Checkbox
        label={words.wear}
        description={words.wearHint}
        checked={draft.wear ?? false}
        onChange={({ currentTarget }) => change({ wear: currentTarget.checked ? true : undefined })}
        error={errors.accept_wear}
      />
      {engines.length > 1 && (
        <Select
          label={words.engine}
          data={[...engines]}
          value={engines.find((engine) => engine === draft.engine) ?? engines[0]}
          onChange={(engine) => change({ engine: engine ?? undefined })}
          error={errors.engine}
          allowDeselect={false}
        />
      )}
      <NumberField
        label={words.priority}
        description={words.priorityHint}
        value={draft.priority ?? DEFAULT_PRIORITY}
        onChange={(priority) => change({ priority })}
        error={errors.priority}
        min={0}
        max={100}
        allowDecimal={false}
      />
      <Textarea
        label={words.note}
        value={draft.note ?? ""}
        onChange={({ currentTarget }) => change({ note: currentTarget.value || undefined })}
        error={errors.note}
        rows={2}
        resize="vertical"
      />
    </>
  );
}
