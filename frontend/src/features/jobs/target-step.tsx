/** Step 2: what the load works on. A new file is the safe default; a drive says what may be done with it, and why not more. */
import { Checkbox, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Drive, Page, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { driveKey, readLock, writeLock } from "@/components/drive-use";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { NumberField } from "@/components/number-field";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { destruction } from "@/messages/destruction";
import { newJob as words } from "@/messages/jobs";
import { DEFAULT_SIZE_BYTES } from "./draft";
import type { StepProps } from "./new-job";
import classes from "./new-job.module.css";
import { PreparationStep } from "./preparation/preparation-step";

const MIB = 1024 * 1024;

export interface TargetStepProps extends StepProps {
  server: Server | undefined;
  drives: UseQueryResult<Page<Drive>>;
  /** Whether what is chosen so far writes to the target. */
  writes: boolean;
  /** Whether a file may have a second place that it is copied to. */
  copies: boolean;
}

export function TargetStep(step: TargetStepProps) {
  const { draft, change, errors } = step;
  return (
    <>
      <ChoiceCards
        label={words.targetKind}
        value={draft.target ?? "file"}
        onChange={(kind) => change({ target: kind === "devices" ? "devices" : undefined })}
        error={errors.target ?? errors["target.kind"]}
        choices={[
          { value: "file", title: words.file, detail: words.fileDetail },
          { value: "devices", title: words.devices, detail: words.devicesDetail },
        ]}
      />
      {draft.target === "devices" ? <DriveChoice {...step} /> : <FileFields {...step} />}
    </>
  );
}

function FileFields({ draft, change, errors, copies }: TargetStepProps) {
  return (
    <div className={classes.fields}>
      <NumberField
        label={words.size}
        value={(draft.size_bytes ?? DEFAULT_SIZE_BYTES) / MIB}
        onChange={(size) => change({ size_bytes: Math.round(size * MIB) })}
        error={errors["target.size_bytes"]}
        min={1}
        allowDecimal={false}
        step={64}
        thousandSeparator=","
      />
      <div className={classes.wide}>
        <TextInput
          label={words.path}
          description={words.pathHint}
          value={draft.path ?? ""}
          onChange={(event) => change({ path: event.currentTarget.value || undefined })}
          error={errors["target.path"]}
          spellCheck={false}
        />
      </div>
      {copies && (
        <div className={classes.wide}>
          <TextInput
            label={words.copyTo}
            description={words.copyToHint}
            value={draft.copy_to ?? ""}
            onChange={(event) => change({ copy_to: event.currentTarget.value || undefined })}
            error={errors["target.copy_to"]}
            spellCheck={false}
          />
        </div>
      )}
    </div>
  );
}

function DriveChoice({ server, ...step }: TargetStepProps) {
  if (!server) return <Text c="dimmed">{words.chooseServer}</Text>;
  return <DriveList {...step} server={server} />;
}

function DriveList({ server, draft, change, errors, writes, drives }: TargetStepProps & { server: Server }) {
  const { data, error, refetch } = drives;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  const present = data.items.filter((drive) => drive.present);
  if (present.length === 0) return <Text c="dimmed">{words.noDrives}</Text>;
  return (
    <>
      <Checkbox.Group
        label={destruction.drives}
        description={destruction.drivesHint}
        value={draft.drives ?? []}
        onChange={(chosen) => change({ drives: chosen.length > 0 ? chosen : undefined })}
        error={driveErrors(errors)}
      >
        <Stack gap={8} mt={8}>
          {present.map((drive) => (
            <Checkbox
              key={drive.id}
              value={driveKey(drive)}
              label={[drivePlace(drive), drive.model, formatBytes(drive.size_bytes)].filter(Boolean).join(" · ")}
              description={standing(drive)}
              // What was chosen before the profile can still be taken back.
              disabled={isLocked(drive, writes) && !draft.drives?.includes(driveKey(drive))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text c="dimmed">
        {destruction.enrolment}{" "}
        <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }}>
          {server.name}
        </AnchorLink>
      </Text>
      <PreparationStep
        steps={draft.preparation ?? []}
        change={(steps) => change({ preparation: steps.length > 0 ? steps : undefined })}
        drives={present
          .filter((drive) => draft.drives?.includes(driveKey(drive)))
          .map((drive) => ({ value: driveKey(drive), label: drivePlace(drive) }))}
        errors={errors}
      />
    </>
  );
}

function isLocked(drive: Drive, writes: boolean): boolean {
  return readLock(drive) !== null || (writes && writeLock(drive) !== null);
}

/** Whether a drive may be read and overwritten, and which one it is. */
function standing(drive: Drive): string {
  const locked = readLock(drive);
  if (locked !== null) return locked;
  const readOnly = writeLock(drive);
  const use = readOnly === null ? destruction.writable : destruction.notWritable(readOnly);
  return drive.serial === null ? use : `${destruction.serialOf(drive.serial)}, ${use}`;
}

/** What the lab said about the drives, each of which has a path of its own. */
function driveErrors(errors: Record<string, string>): string | undefined {
  const said = Object.entries(errors).filter(([path]) => path.startsWith("target.stable_ids"));
  return said.length > 0 ? said.map(([, message]) => message).join(" ") : undefined;
}
