/** Step 2: which configurations: layouts by numbers of drives and over-provisioning, in which states, of which drives. */
import { Checkbox, Group, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { ARRAY_STATES, DRIVE_LAYOUTS } from "@/api/campaigns";
import type { Drive, Page, Server } from "@/api/types";
import { NumberField } from "@/components/number-field";
import { word } from "@/messages";
import { campaigns, newCampaign as words } from "@/messages/campaigns";
import { CombinationsTable } from "./combinations-table";
import { countsText, readCounts } from "./counts";
import { OVER_PROVISIONED_PERCENTS } from "./draft";
import { DrivePool } from "./drive-pool";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";
import { DEFAULT_FILE_BYTES } from "./request";

const MIB = 1024 * 1024;

export interface ConfigurationsStepProps extends StepProps {
  server: Server | undefined;
  drives: UseQueryResult<Page<Drive>>;
}

export function ConfigurationsStep(step: ConfigurationsStepProps) {
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
      {layouts.length > 0 && (
        <>
          <DrivePool {...step} />
          <Counts {...step} />
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
        onChange={({ currentTarget }) => change({ file_bytes: currentTarget.checked ? DEFAULT_FILE_BYTES : undefined })}
      />
      {draft.file_bytes !== undefined && (
        <div className={classes.fields}>
          <NumberField
            label={words.fileSize}
            value={draft.file_bytes / MIB}
            onChange={(size) => change({ file_bytes: Math.max(1, Math.round(size)) * MIB })}
            error={errors["configurations.0.size_bytes"]}
            min={1}
            allowDecimal={false}
            step={64}
            thousandSeparator=","
          />
        </div>
      )}
    </>
  );
}

/** What is typed stays as it was typed; the numbers follow it. */
function Counts({ draft, change, errors }: StepProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={words.counts}
      description={words.countsHint}
      value={typed ?? countsText(draft.counts)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        change({ counts: readCounts(currentTarget.value) });
      }}
      onBlur={() => setTyped(null)}
      error={errors["axes.drive_counts"]}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maw={280}
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
