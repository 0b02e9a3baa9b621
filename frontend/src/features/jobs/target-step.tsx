/** Step 2: what the load works on. A new file is the safe default; drives in use are locked, with the reason. */
import { Checkbox, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { drivesQuery } from "@/api/servers";
import type { Drive, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { ErrorNotice } from "@/components/notice";
import { NumberField } from "@/components/number-field";
import { formatBytes } from "@/lib/units";
import { messages } from "@/messages";
import { DEFAULT_SIZE_BYTES } from "./draft";
import type { StepProps } from "./new-job";
import classes from "./new-job.module.css";

const words = messages.newJob;
const MIB = 1024 * 1024;

export function TargetStep({ server, ...step }: StepProps & { server: Server | undefined }) {
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
      {draft.target === "devices" ? <DriveChoice {...step} server={server} /> : <FileFields {...step} />}
    </>
  );
}

function FileFields({ draft, change, errors }: StepProps) {
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
    </div>
  );
}

function DriveChoice({ server, ...step }: StepProps & { server: Server | undefined }) {
  if (!server) return <Text c="dimmed">{words.chooseServer}</Text>;
  return <DriveList {...step} server={server} />;
}

function DriveList({ server, draft, change, errors }: StepProps & { server: Server }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(drivesQuery(api, server));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  const present = data.items.filter((drive) => drive.present);
  if (present.length === 0) return <Text c="dimmed">{words.noDrives}</Text>;
  return (
    <Checkbox.Group
      label={words.drives}
      value={draft.drives ?? []}
      onChange={(drives) => change({ drives: drives.length > 0 ? drives : undefined })}
      error={errors["target.stable_ids"]}
    >
      <Stack gap={8} mt={8}>
        {present.map((drive) => (
          <Checkbox
            key={drive.id}
            value={drive.stable_id ?? drive.id}
            label={[drive.path, drive.model, formatBytes(drive.size_bytes)].filter(Boolean).join(" · ")}
            description={lockReason(drive) ?? drive.serial}
            disabled={lockReason(drive) !== null}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function lockReason(drive: Drive): string | null {
  if (drive.in_use_reasons.length > 0) return words.driveLocked(drive.in_use_reasons.join("; "));
  return drive.stable_id === null ? words.driveNoId : null;
}
