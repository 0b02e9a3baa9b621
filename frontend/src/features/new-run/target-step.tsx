/** Step 1: the server, and what the load works on. A new file is the safe default. */
import { Text, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId } from "react";
import type { Drive, Page, QueueLane, Server } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { NumberField } from "@/components/number-field";
import { newJob } from "@/messages/jobs";
import { newRun as words } from "@/messages/new-run";
import { Segmented } from "@/parts/segmented";
import { StepHeading } from "@/parts/step-heading";
import { DEFAULT_SIZE_BYTES, isOnDrives } from "./draft";
import { DriveChoice } from "./drive-choice";
import { isEnrollable } from "./drive-facts";
import { fieldId } from "./field-id";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";
import { ServerPills } from "./server-pills";

const MIB = 1024 * 1024;
const KINDS = ["devices", "array", "file"] as const;

export interface TargetStepProps extends StepProps {
  servers: readonly Server[];
  server: Server | undefined;
  lanes: readonly QueueLane[];
  drives: UseQueryResult<Page<Drive>>;
  /** Anything chosen so far writes to the target. */
  writes: boolean;
  /** A file may have a second place that it is copied to. */
  copies: boolean;
  now: Date;
}

export function TargetStep({ servers, server, lanes, drives, writes, copies, now, ...step }: TargetStepProps) {
  const { draft, change, errors } = step;
  const heading = useId();
  const lane = lanes.find((candidate) => candidate.server.id === server?.id);
  const refused = errors.target ?? errors["target.kind"];
  return (
    <section className={classes.step} aria-labelledby={heading}>
      <StepHeading number={1} title={words.target.title} note={words.target.note} id={heading}>
        <Segmented
          label={words.target.kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={draft.target ?? "file"}
          change={(kind) => change({ target: kind === "file" ? undefined : kind, drives: undefined })}
        />
      </StepHeading>
      <ServerPills
        servers={servers}
        lanes={lanes}
        chosen={server}
        choose={(number) => change({ server: number, drives: undefined })}
        error={errors.server_id}
        now={now}
      >
        {server && drives.data?.items.some(isEnrollable) && (
          <AnchorLink className={classes.enrol} to="/servers/$ref" params={{ ref: server.number }}>
            {words.enrol}
          </AnchorLink>
        )}
      </ServerPills>
      {refused && (
        <p className={classes.error} id={fieldId("target")} tabIndex={-1}>
          {refused}
        </p>
      )}
      {!isOnDrives(draft) && <FileFields {...step} copies={copies} />}
      {isOnDrives(draft) &&
        (server ? (
          <DriveChoice {...step} server={server} lane={lane} drives={drives} writes={writes} now={now} />
        ) : (
          <Text c="dimmed">{newJob.chooseServer}</Text>
        ))}
    </section>
  );
}

function FileFields({ draft, change, errors, copies }: StepProps & { copies: boolean }) {
  return (
    <>
      <Text c="dimmed">{newJob.fileDetail}</Text>
      <div className={classes.place}>
        <NumberField
          id={fieldId("target.size_bytes")}
          className={classes.size}
          label={newJob.size}
          description={words.sizeHint}
          value={(draft.size_bytes ?? DEFAULT_SIZE_BYTES) / MIB}
          onChange={(size) => change({ size_bytes: Math.round(size * MIB) })}
          error={errors["target.size_bytes"]}
          min={1}
          allowDecimal={false}
          step={64}
          thousandSeparator=","
        />
        <TextInput
          id={fieldId("target.path")}
          className={classes.path}
          label={newJob.path}
          description={newJob.pathHint}
          value={draft.path ?? ""}
          onChange={(event) => change({ path: event.currentTarget.value || undefined })}
          error={errors["target.path"]}
          spellCheck={false}
        />
        {copies && (
          <TextInput
            id={fieldId("target.copy_to")}
            className={classes.path}
            label={newJob.copyTo}
            description={newJob.copyToHint}
            value={draft.copy_to ?? ""}
            onChange={(event) => change({ copy_to: event.currentTarget.value || undefined })}
            error={errors["target.copy_to"]}
            spellCheck={false}
          />
        )}
      </div>
    </>
  );
}
