/** The settings of a run: four of them at a glance, and all of them to change. */
import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import type { Drive, Plan, Profile, Server } from "@/api/types";
import { driveKey } from "@/components/drive-use";
import { NumberField } from "@/components/number-field";
import { ParameterFields } from "@/components/parameter-fields";
import { drivePlace } from "@/lib/drive-place";
import { engineChoices, engineTitle } from "@/lib/engines";
import { localFieldOf, momentOf } from "@/lib/local-time";
import { formatNumber, formatPercent } from "@/lib/units";
import { destruction } from "@/messages/destruction";
import { newJob as words } from "@/messages/jobs";
import { newRun } from "@/messages/new-run";
import type { RailFact } from "@/parts/key-value-rail";
import { ConditioningChoice } from "./conditioning-choice";
import {
  chosenEngine,
  DEFAULT_CV_PERCENT,
  DEFAULT_LIMIT,
  DEFAULT_PRIORITY,
  isOnDrives,
  type JobDraft,
  MIN_REPEATS,
} from "./draft";
import { fieldId } from "./field-id";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";
import { PreparationStep } from "./preparation/preparation-step";

/** Name, configuration, repeats, until they agree, priority, lost connection, note. */
const ALWAYS = 7;
const PARAMETERS_SHOWN = 2;

/** Return how many settings there are for a draft. */
export function countSettings(draft: JobDraft, profile: Profile | undefined): number {
  return [
    ALWAYS,
    profile?.parameters.length ?? 0,
    Number((profile?.engines.length ?? 0) > 1),
    Number(draft.version !== undefined),
    Number(draft.scale !== undefined),
    Number(draft.repeat_cv !== undefined),
    // Preparation and conditioning.
    isOnDrives(draft) ? 2 : 0,
  ].reduce((sum, count) => sum + count, 0);
}

export function settingFacts(draft: JobDraft, profile: Profile, server: Server | undefined): RailFact[] {
  const engine = chosenEngine(draft, profile);
  const version = engine === "fio" ? server?.fio_version : engine === "vdbench" ? server?.vdbench_version : null;
  const parameters = profile.parameters.slice(0, PARAMETERS_SHOWN).map(({ name, title, unit, default: usual }) => ({
    name: title,
    value: [formatNumber(draft.parameters?.[name] ?? usual, { digits: 6, trim: true }), unit].filter(Boolean).join(" "),
  }));
  const repeats =
    draft.repeat_cv === undefined
      ? String(draft.repeats ?? 1)
      : newRun.untilAgree(draft.repeats ?? DEFAULT_LIMIT, formatPercent(draft.repeat_cv));
  return [
    ...parameters,
    { name: newRun.repeatsLabel, value: repeats },
    {
      name: newRun.engineLabel,
      value: [engineTitle(engine), version?.replace(/^[a-z]+-?/i, "")].filter(Boolean).join(" "),
    },
  ];
}

export interface AllSettingsProps extends StepProps {
  id: string;
  profile: Profile | undefined;
  plan: Plan | undefined;
  drives: readonly Drive[];
}

export function AllSettings({ id, profile, plan, drives, ...step }: AllSettingsProps) {
  const { draft, change, errors } = step;
  const chosenDrives = drives.filter((drive) => draft.drives?.includes(driveKey(drive)));
  return (
    <div className={classes.settings} id={id}>
      {profile && draft.version !== undefined && <EarlierVersion {...step} profile={profile} />}
      {draft.scale !== undefined && <ScaleChoice {...step} />}
      {profile && profile.parameters.length > 0 && (
        <ParameterFields
          profile={profile}
          values={draft.parameters ?? {}}
          set={(parameters) => change({ parameters })}
          error={(name) => errors[`profile.parameters.${name}`]}
          id={(name) => fieldId(`profile.parameters.${name}`)}
        />
      )}
      {profile && profile.engines.length > 1 && <Engine {...step} profile={profile} />}
      <Naming {...step} />
      {isOnDrives(draft) && (
        <div id={fieldId("preparation")} tabIndex={-1}>
          <PreparationStep
            steps={draft.preparation ?? []}
            change={(steps) => change({ preparation: steps.length > 0 ? steps : undefined })}
            drives={chosenDrives.map((drive) => ({ value: driveKey(drive), label: drivePlace(drive) }))}
            errors={errors}
          />
        </div>
      )}
      <ConditioningChoice {...step} plan={plan} />
    </div>
  );
}

/** Show the version of a cloned job; it remains until the user selects the newest. */
function EarlierVersion({ profile, draft, change, errors }: StepProps & { profile: Profile }) {
  const { version = profile.version } = draft;
  return (
    <Checkbox
      id={fieldId("profile.version")}
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
      id={fieldId("profile.scale")}
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
      id={fieldId("engine")}
      className={classes.narrow}
      label={words.engine}
      description={words.engineHint}
      data={engineChoices(profile.engines)}
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
          id={fieldId("name")}
          label={words.name}
          description={words.nameHint}
          value={draft.name ?? ""}
          onChange={(event) => change({ name: event.currentTarget.value || undefined })}
          error={errors.name}
          maxLength={200}
        />
        <TextInput
          id={fieldId("configuration_name")}
          label={words.configuration}
          description={words.configurationHint}
          value={draft.configuration ?? ""}
          onChange={(event) => change({ configuration: event.currentTarget.value || undefined })}
          error={errors.configuration_name}
          maxLength={200}
        />
        <NumberField
          id={fieldId("repeats")}
          label={agree ? words.maxRepeats : words.repeats}
          description={agree ? undefined : words.repeatsHint}
          value={draft.repeats ?? (agree ? DEFAULT_LIMIT : 1)}
          onChange={(repeats) => change({ repeats })}
          error={errors.repeats}
          min={agree ? MIN_REPEATS : 1}
          allowDecimal={false}
        />
        <Checkbox
          id={fieldId("repeat_until")}
          label={words.repeatUntil}
          description={words.repeatUntilHint}
          checked={agree}
          onChange={(event) =>
            change({
              repeat_cv: event.currentTarget.checked ? DEFAULT_CV_PERCENT : undefined,
              repeats: event.currentTarget.checked ? Math.max(draft.repeats ?? DEFAULT_LIMIT, MIN_REPEATS) : undefined,
            })
          }
          error={errors.repeat_until}
        />
        {agree && (
          <NumberField
            id={fieldId("repeat_until.cv_percent")}
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
          id={fieldId("priority")}
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
          id={fieldId("on_lost")}
          label={destruction.onLost}
          data={Object.entries(destruction.onLostChoices).map(([value, label]) => ({ value, label }))}
          value={draft.on_lost ?? "stop"}
          onChange={(policy) => change({ on_lost: policy === "requeue_once" ? policy : undefined })}
          error={errors.on_lost}
          allowDeselect={false}
        />
        <TextInput
          id={fieldId("start_after")}
          type="datetime-local"
          label={words.startAfter}
          description={words.startAfterHint}
          value={localFieldOf(draft.start_after)}
          onChange={(event) => change({ start_after: momentOf(event.currentTarget.value) })}
          error={errors.start_after}
        />
        <Textarea
          id={fieldId("note")}
          className={classes.wide}
          label={words.note}
          value={draft.note ?? ""}
          onChange={(event) => change({ note: event.currentTarget.value || undefined })}
          error={errors.note}
          rows={2}
          resize="vertical"
        />
      </div>
    </fieldset>
  );
}
