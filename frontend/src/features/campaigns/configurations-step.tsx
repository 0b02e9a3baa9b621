/** The layouts of a draft: levels by numbers of drives and spare area, a file, in which states of the array. */
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { ARRAY_STATES } from "@/api/campaigns";
import { NumberField } from "@/components/number-field";
import { word } from "@/messages";
import { campaigns } from "@/messages/campaigns";
import { newJob } from "@/messages/jobs";
import { newCampaign as words } from "@/messages/new-campaign";
import { Chips } from "./chips";
import { USUAL_COUNTS } from "./combinations";
import { countsText, readCounts } from "./counts";
import { OVER_PROVISIONED_PERCENTS } from "./draft";
import type { Availability, EmptyLayout } from "./draft-rows";
import { LayoutCards } from "./layout-cards";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";
import { DEFAULT_FILE_BYTES } from "./request";

const MIB = 1024 * 1024;
/** The smallest file that the lab measures on. */
const MIN_FILE_MIB = 4;
/** Before drives are chosen. */
const DEFAULT_MAX_DRIVES = 12;

export interface ConfigurationsStepProps extends StepProps {
  availability: Availability;
  empty: readonly EmptyLayout[];
  /** The models of all chosen drives. */
  models: readonly string[];
}

export function ConfigurationsStep({ availability, empty, models, ...step }: ConfigurationsStepProps) {
  const { draft, change, errors } = step;
  const counts = draft.counts ?? [];
  const maxCount = availability.all ?? DEFAULT_MAX_DRIVES;
  const offered = [...new Set([...USUAL_COUNTS.filter((count) => count <= maxCount), ...counts])].sort((a, b) => a - b);
  return (
    <>
      <LayoutCards
        {...{ draft, change, availability, empty }}
        error={errors["axes.layouts"] ?? errors.configurations ?? errors.axes}
      />
      {(draft.layouts?.length ?? 0) > 0 && (
        <>
          <Chips
            label={words.counts}
            options={offered.map((count) => ({ value: count, label: String(count) }))}
            chosen={counts}
            change={(chosen) => change({ counts: chosen.length > 0 ? chosen.toSorted((a, b) => a - b) : undefined })}
          />
          <Chips
            label={words.overProvisioned}
            options={OVER_PROVISIONED_PERCENTS.map((percent) => ({ value: percent, label: words.percent(percent) }))}
            chosen={(draft.over ?? [0]) as (typeof OVER_PROVISIONED_PERCENTS)[number][]}
            change={(chosen) =>
              change({ over: OVER_PROVISIONED_PERCENTS.filter((percent) => chosen.includes(percent)) })
            }
          />
          <Chips
            label={words.states}
            options={ARRAY_STATES.map((state) => ({ value: state, label: word(campaigns.arrayStates, state) }))}
            chosen={draft.states ?? ["optimal"]}
            change={(chosen) => change({ states: ARRAY_STATES.filter((state) => chosen.includes(state)) })}
          />
          {[errors["axes.drive_counts"], errors["axes.over_provisioned_percents"], errors.states].map(
            (error) =>
              error && (
                <p key={error} className={classes.error}>
                  {error}
                </p>
              ),
          )}
          {models.length > 1 && (
            <Checkbox
              label={words.splitModels}
              description={words.splitModelsHint}
              checked={(draft.models?.length ?? 0) > 1}
              onChange={({ currentTarget }) => change({ models: currentTarget.checked ? [...models] : undefined })}
            />
          )}
          <details
            className={classes.fold}
            open={draft.controllers !== undefined || draft.same_set === false || undefined}
          >
            <summary>{words.moreLayouts}</summary>
            <NumberList
              label={words.otherCounts}
              description={words.countsHint}
              value={draft.counts}
              change={(next) => change({ counts: next })}
              error={errors["axes.drive_counts"]}
            />
            <NumberList
              label={words.controllers}
              description={words.controllersHint}
              value={draft.controllers}
              change={(controllers) => change({ controllers })}
              error={errors["axes.controller_counts"]}
            />
            <Checkbox
              label={words.sameSet}
              checked={draft.same_set ?? true}
              onChange={({ currentTarget }) => change({ same_set: currentTarget.checked ? undefined : false })}
            />
          </details>
        </>
      )}
      <FileLayout {...step} />
    </>
  );
}

function FileLayout({ draft, change, errors }: StepProps) {
  return (
    <>
      <Checkbox
        label={words.file}
        description={words.fileDetail}
        checked={draft.file_bytes !== undefined}
        onChange={({ currentTarget }) =>
          change(
            currentTarget.checked ? { file_bytes: DEFAULT_FILE_BYTES } : { file_bytes: undefined, copy_to: undefined },
          )
        }
      />
      {draft.file_bytes !== undefined && (
        <>
          <NumberField
            label={words.fileSize}
            value={draft.file_bytes / MIB}
            onChange={(size) => change({ file_bytes: Math.max(1, Math.round(size)) * MIB })}
            error={errors["configurations.0.size_bytes"]}
            min={MIN_FILE_MIB}
            allowDecimal={false}
            step={64}
            thousandSeparator=","
          />
          <TextInput
            label={newJob.copyTo}
            description={newJob.copyToHint}
            value={draft.copy_to ?? ""}
            onChange={({ currentTarget }) => change({ copy_to: currentTarget.value || undefined })}
            error={errors["configurations.0.copy_to"]}
            spellCheck={false}
            autoComplete="off"
          />
        </>
      )}
    </>
  );
}

interface NumberListProps {
  label: string;
  description: string;
  value: readonly number[] | undefined;
  change: (numbers: number[] | undefined) => void;
  error: string | undefined;
}

/** Draw a list of numbers. The typed text remains unchanged; the numbers follow it. */
function NumberList({ label, description, value, change, error }: NumberListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      description={description}
      value={typed ?? countsText(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        change(readCounts(currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
