/** Says in one sentence what is destroyed, and wants the whole serial number of each drive typed. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Drive } from "@/api/types";
import { drivePlace } from "@/lib/drive-place";
import { destruction as words } from "@/messages/destruction";
import classes from "./destruction.module.css";
import { driveKey } from "./drive-use";
import { Notice } from "./notice";
import { isTyped, type TypedSerials } from "./serials";

export interface DestructionProps {
  drives: readonly Drive[];
  typed: TypedSerials;
  type: (key: string, serial: string) => void;
  /** What the lab said about the serial numbers. */
  error: string | undefined;
  /** What is destroyed. */
  sentence: string;
}

export function Destruction({ drives, typed, type, error, sentence }: DestructionProps) {
  if (drives.length === 0) return null;
  return (
    <section className={classes.destruction} aria-label={words.title}>
      <Notice level="error" title={words.title}>
        <div>{sentence}</div>
        <div>{words.retype}</div>
        {error && <div role="alert">{error}</div>}
      </Notice>
      {drives.map((drive) => (
        <SerialField
          key={driveKey(drive)}
          drive={drive}
          value={typed[driveKey(drive)] ?? ""}
          right={isTyped(drive, typed)}
          type={(serial) => type(driveKey(drive), serial)}
        />
      ))}
    </section>
  );
}

interface SerialFieldProps {
  drive: Drive;
  value: string;
  right: boolean;
  type: (serial: string) => void;
}

/** It complains once the field was left, not while somebody types. */
function SerialField({ drive, value, right, type }: SerialFieldProps) {
  const [left, setLeft] = useState(false);
  return (
    <TextInput
      label={words.serialField(drivePlace(drive))}
      description={drive.model}
      value={value}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      error={left && value !== "" && !right && words.serialWrong}
      required
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
    />
  );
}
