/** Step 3: what is run, with which parameters, and what the job is called. */
import { Select, Textarea, TextInput } from "@mantine/core";
import type { Profile, ProfileParameter } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { NumberField } from "@/components/number-field";
import { formatBinaryBytes, formatDuration, formatNumber } from "@/lib/units";
import { destruction } from "@/messages/destruction";
import { newJob as words } from "@/messages/jobs";
import { DEFAULT_PRIORITY } from "./draft";
import type { StepProps } from "./new-job";
import classes from "./new-job.module.css";

export interface ProfileStepProps extends StepProps {
  profiles: readonly Profile[];
  chosen: Profile | undefined;
}

export function ProfileStep({ profiles, chosen, ...step }: ProfileStepProps) {
  return (
    <>
      <ChoiceCards
        label={words.profile}
        value={chosen?.name ?? null}
        onChange={(profile) => step.change({ profile, parameters: undefined })}
        error={step.errors["profile.name"]}
        choices={profiles.map((profile) => ({
          value: profile.name,
          title: `${profile.title} · ${words.about(formatDuration(profile.estimated_seconds))}`,
          detail: words.profileDetail(profile.description, words.phases(profile.phase_count), profile.writes),
        }))}
      />
      {chosen && chosen.parameters.length > 0 && <Parameters {...step} profile={chosen} />}
      <Naming {...step} />
    </>
  );
}

function Parameters({ profile, draft, change, errors }: StepProps & { profile: Profile }) {
  const set = (name: string, value: number) => change({ parameters: { ...draft.parameters, [name]: value } });
  return (
    <fieldset className={classes.fieldset}>
      <legend>{words.parameters}</legend>
      <div className={classes.fields}>
        {profile.parameters.map((parameter) => (
          <NumberField
            key={parameter.name}
            label={parameter.unit ? words.withUnit(parameter.title, parameter.unit) : parameter.title}
            description={words.between(quantity(parameter, "minimum"), quantity(parameter, "maximum"))}
            value={draft.parameters?.[parameter.name] ?? parameter.default}
            onChange={(value) => set(parameter.name, value)}
            error={errors[`profile.parameters.${parameter.name}`]}
            thousandSeparator=","
          />
        ))}
      </div>
    </fieldset>
  );
}

function quantity(parameter: ProfileParameter, bound: "minimum" | "maximum"): string {
  const value = parameter[bound];
  if (parameter.unit === "s") return formatDuration(value);
  if (parameter.unit === "bytes") return formatBinaryBytes(value);
  return formatNumber(value, { digits: 6, trim: true });
}

function Naming({ draft, change, errors }: StepProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>{words.more}</legend>
      <div className={classes.fields}>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={draft.name ?? ""}
          onChange={(event) => change({ name: event.currentTarget.value || undefined })}
          error={errors.name}
          maxLength={200}
        />
        <TextInput
          label={words.configuration}
          description={words.configurationHint}
          value={draft.configuration ?? ""}
          onChange={(event) => change({ configuration: event.currentTarget.value || undefined })}
          error={errors.configuration_name}
          maxLength={200}
        />
        <NumberField
          label={words.repeats}
          description={words.repeatsHint}
          value={draft.repeats ?? 1}
          onChange={(repeats) => change({ repeats })}
          error={errors.repeats}
          min={1}
          allowDecimal={false}
        />
        <NumberField
          label={destruction.priority}
          description={destruction.priorityHint}
          value={draft.priority ?? DEFAULT_PRIORITY}
          onChange={(priority) => change({ priority })}
          error={errors.priority}
          min={0}
          max={100}
          allowDecimal={false}
        />
        <Select
          label={destruction.onLost}
          data={Object.entries(destruction.onLostChoices).map(([value, label]) => ({ value, label }))}
          value={draft.on_lost ?? "stop"}
          onChange={(policy) => change({ on_lost: policy === "requeue_once" ? policy : undefined })}
          error={errors.on_lost}
          allowDeselect={false}
        />
        <div className={classes.wide}>
          <Textarea
            label={words.note}
            value={draft.note ?? ""}
            onChange={(event) => change({ note: event.currentTarget.value || undefined })}
            error={errors.note}
            rows={2}
            resize="vertical"
          />
        </div>
      </div>
    </fieldset>
  );
}
