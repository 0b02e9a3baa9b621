/** Step 3: what is run, with which parameters, and what the job is called. */
import { Checkbox, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Profile } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { NumberField } from "@/components/number-field";
import { ParameterFields } from "@/components/parameter-fields";
import { formatDuration } from "@/lib/units";
import { word } from "@/messages";
import { destruction } from "@/messages/destruction";
import { newJob as words } from "@/messages/jobs";
import { chosenEngine, DEFAULT_CV_PERCENT, DEFAULT_LIMIT, DEFAULT_PRIORITY, LEAST_REPEATS } from "./draft";
import { MissingProfile } from "./missing-profile";
import type { StepProps } from "./new-job";
import classes from "./new-job.module.css";

export interface ProfileStepProps extends StepProps {
  profiles: readonly Profile[];
  chosen: Profile | undefined;
}

export function ProfileStep({ profiles, chosen, ...step }: ProfileStepProps) {
  const [wanted, setWanted] = useState("");
  const shown = profiles.filter((profile) => profile === chosen || holds(profile, wanted));
  return (
    <>
      {!chosen && step.draft.profile && <MissingProfile profile={step.draft.profile} version={step.draft.version} />}
      <TextInput
        label={words.findProfile}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <div className={classes.profiles}>
        <ChoiceCards
          label={words.profile}
          value={chosen?.name ?? null}
          onChange={(profile) => step.change({ profile, version: undefined, parameters: undefined })}
          error={step.errors["profile.name"]}
          choices={shown.map((profile) => ({
            value: profile.name,
            title: `${profile.title} · ${words.about(formatDuration(profile.estimated_seconds))}`,
          }))}
        />
      </div>
      {chosen && (
        <Text>
          <strong>{chosen.title}.</strong> {detailOf(chosen)}
        </Text>
      )}
      {chosen && step.draft.version !== undefined && <EarlierVersion {...step} profile={chosen} />}
      {step.draft.scale !== undefined && <ScaleChoice {...step} />}
      {chosen && chosen.engines.length > 1 && <Engine {...step} profile={chosen} />}
      {chosen && chosen.parameters.length > 0 && (
        <ParameterFields
          profile={chosen}
          values={step.draft.parameters ?? {}}
          set={(parameters) => step.change({ parameters })}
          error={(name) => step.errors[`profile.parameters.${name}`]}
        />
      )}
      <Naming {...step} />
    </>
  );
}

/** Whether a profile has all of these words in its name, title or description. */
function holds({ name, title, description }: Profile, wanted: string): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function detailOf({ description, phase_count, writes }: Profile): string {
  return words.profileDetail(description, words.phases(phase_count), writes);
}

/** A job that was cloned keeps the version that it had, until somebody wants the newest. */
function EarlierVersion({ profile, draft, change, errors }: StepProps & { profile: Profile }) {
  const { version = profile.version } = draft;
  return (
    <Checkbox
      label={words.keepVersion(version)}
      description={version === profile.version ? words.isNewest : words.newestIs(profile.version)}
      checked
      onChange={() => change({ version: undefined })}
      error={errors["profile.version"]}
    />
  );
}

function ScaleChoice({ draft, change, errors }: StepProps) {
  return (
    <Checkbox
      label={words.smoke}
      description={words.smokeHint}
      checked={draft.scale === "smoke"}
      onChange={({ currentTarget }) => change({ scale: currentTarget.checked ? "smoke" : "full" })}
      error={errors["profile.scale"]}
    />
  );
}

function Engine({ profile, draft, change, errors }: StepProps & { profile: Profile }) {
  return (
    <Select
      label={words.engine}
      description={words.engineHint}
      data={profile.engines.map((value) => ({ value, label: word(words.engines, value) }))}
      value={chosenEngine(draft, profile)}
      onChange={(engine) => change({ engine: engine ?? undefined })}
      error={errors.engine}
      allowDeselect={false}
    />
  );
}

function Naming({ draft, change, errors }: StepProps) {
  const agree = draft.repeat_cv !== undefined;
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
          label={agree ? words.repeatsAtMost : words.repeats}
          description={agree ? undefined : words.repeatsHint}
          value={draft.repeats ?? (agree ? DEFAULT_LIMIT : 1)}
          onChange={(repeats) => change({ repeats })}
          error={errors.repeats}
          min={agree ? LEAST_REPEATS : 1}
          allowDecimal={false}
        />
        <Checkbox
          label={words.repeatUntil}
          description={words.repeatUntilHint}
          checked={agree}
          onChange={(event) =>
            change({
              repeat_cv: event.currentTarget.checked ? DEFAULT_CV_PERCENT : undefined,
              repeats: event.currentTarget.checked
                ? Math.max(draft.repeats ?? DEFAULT_LIMIT, LEAST_REPEATS)
                : undefined,
            })
          }
        />
        {agree && (
          <NumberField
            label={words.repeatCv}
            description={words.repeatCvHint}
            value={draft.repeat_cv ?? DEFAULT_CV_PERCENT}
            onChange={(repeat_cv) => change({ repeat_cv })}
            error={errors["repeat_until.cv_percent"]}
            min={0.1}
            max={100}
          />
        )}
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
