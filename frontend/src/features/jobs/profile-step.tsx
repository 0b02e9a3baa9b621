/** Step 3: what is run, with which parameters, and what the job is called. */
import type { Profile, ProfileParameter } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { LateNumberInput, LateTextInput } from "@/components/late-input";
import { formatBinaryBytes, formatDuration, formatNumber } from "@/lib/units";
import { messages } from "@/messages";
import type { StepProps } from "./new-job";
import classes from "./new-job.module.css";

const words = messages.newJob;

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
          <LateNumberInput
            key={parameter.name}
            label={parameter.unit ? words.withUnit(parameter.title, parameter.unit) : parameter.title}
            description={words.between(quantity(parameter, "minimum"), quantity(parameter, "maximum"))}
            value={draft.parameters?.[parameter.name] ?? parameter.default}
            hand={(value) => set(parameter.name, value)}
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
        <LateTextInput
          label={words.name}
          description={words.nameHint}
          value={draft.name ?? ""}
          hand={(name) => change({ name: name || undefined })}
          error={errors.name}
          maxLength={200}
        />
        <LateTextInput
          label={words.configuration}
          description={words.configurationHint}
          value={draft.configuration ?? ""}
          hand={(configuration) => change({ configuration: configuration || undefined })}
          error={errors.configuration_name}
          maxLength={200}
        />
        <LateNumberInput
          label={words.repeats}
          description={words.repeatsHint}
          value={draft.repeats ?? 1}
          hand={(repeats) => change({ repeats })}
          error={errors.repeats}
          min={1}
          allowDecimal={false}
        />
        <div className={classes.wide}>
          <LateTextInput
            label={words.note}
            value={draft.note ?? ""}
            hand={(note) => change({ note: note || undefined })}
            error={errors.note}
            multiline
          />
        </div>
      </div>
    </fieldset>
  );
}
