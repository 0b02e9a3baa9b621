/** Step 2: which configurations: layouts by numbers of drives and over-provisioning, in which states, of which drives. */
import { Checkbox, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { ARRAY_STATES, DRIVE_LAYOUTS } from "@/api/campaigns";
import { NumberField } from "@/components/number-field";
import { word } from "@/messages";
import { campaigns } from "@/messages/campaigns";
import { newJob } from "@/messages/jobs";
import { newCampaign as words } from "@/messages/new-campaign";
import { CombinationsTable } from "./combinations-table";
import { countsText, readCounts } from "./counts";
import { OVER_PROVISIONED_PERCENTS } from "./draft";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";
import { DEFAULT_FILE_BYTES } from "./request";
import { ShareFields } from "./share-fields";
import type { ShownShare } from "./shares";

const MIB = 1024 * 1024;
/** The smallest file that the lab measures on. */
const LEAST_FILE_MIB = 4;

export interface ConfigurationsStepProps extends StepProps {
  shares: readonly ShownShare[];
}

export function ConfigurationsStep({ shares, ...step }: ConfigurationsStepProps) {
  const { draft, change, errors } = step;
  const layouts = draft.layouts ?? [];
  return (
    <>
      <Checkbox.Group
        label={words.layouts}
        value={layouts}
        onChange={(chosen) => change({ layouts: DRIVE_LAYOUTS.filter((layout) => chosen.includes(layout)) })}
        error={errors["axes.layouts"] ?? errors.configurations ?? errors.axes}
      >
        <div className={classes.choices}>
          {DRIVE_LAYOUTS.map((layout) => (
            <Checkbox key={layout} value={layout} label={words.layoutNames[layout]} />
          ))}
        </div>
      </Checkbox.Group>
      <FileLayout {...step} />
      {shares.map((shown) => (
        <ShareFields key={shown.index} shown={shown} several={shares.length > 1} withDrives={layouts.length > 0} />
      ))}
      {layouts.length > 0 && (
        <>
          {shares.some(({ share }) => (share.drives?.length ?? 0) > 1) && <SameSet {...step} />}
          <div className={classes.fields}>
            <NumberList
              label={words.counts}
              description={words.countsHint}
              value={draft.counts}
              change={(counts) => change({ counts })}
              error={errors["axes.drive_counts"]}
            />
            <NumberList
              label={words.controllers}
              description={words.controllersHint}
              value={draft.controllers}
              change={(controllers) => change({ controllers })}
              error={errors["axes.controller_counts"]}
            />
          </div>
          <Checkbox.Group
            label={words.overProvisioned}
            description={words.overProvisionedHint}
            value={(draft.over ?? [0]).map(String)}
            onChange={(chosen) =>
              change({ over: OVER_PROVISIONED_PERCENTS.filter((percent) => chosen.includes(String(percent))) })
            }
            error={errors["axes.over_provisioned_percents"]}
          >
            <div className={classes.choices}>
              {OVER_PROVISIONED_PERCENTS.map((percent) => (
                <Checkbox key={percent} value={String(percent)} label={words.percent(percent)} />
              ))}
            </div>
          </Checkbox.Group>
          <CombinationsTable draft={draft} change={change} />
          <States {...step} />
        </>
      )}
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
        <div className={classes.fields}>
          <NumberField
            label={words.fileSize}
            value={draft.file_bytes / MIB}
            onChange={(size) => change({ file_bytes: Math.max(1, Math.round(size)) * MIB })}
            error={errors["configurations.0.size_bytes"]}
            min={LEAST_FILE_MIB}
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
        </div>
      )}
    </>
  );
}

function SameSet({ draft, change }: StepProps) {
  return (
    <Checkbox
      label={words.sameSet}
      checked={draft.same_set ?? true}
      onChange={({ currentTarget }) => change({ same_set: currentTarget.checked ? undefined : false })}
    />
  );
}

interface NumberListProps {
  label: string;
  description: string;
  value: readonly number[] | undefined;
  change: (numbers: number[] | undefined) => void;
  error: string | undefined;
}

/** What is typed stays as it was typed; the numbers follow it. */
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

function States({ draft, change, errors }: StepProps) {
  return (
    <Checkbox.Group
      label={words.states}
      value={draft.states ?? ["optimal"]}
      onChange={(chosen) => change({ states: ARRAY_STATES.filter((state) => chosen.includes(state)) })}
      error={errors.states}
    >
      <Group gap={8} mt={8} align="flex-start" className={classes.choices}>
        {ARRAY_STATES.map((state) => (
          <Checkbox
            key={state}
            value={state}
            label={word(campaigns.arrayStates, state)}
            description={words.stateDetails[state]}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
