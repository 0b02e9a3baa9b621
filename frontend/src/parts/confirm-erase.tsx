/** The red box before drives are erased: how many, and a field for the end of one serial. */
import { Input, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId, useState } from "react";
import { parts as words } from "@/messages/parts";
import classes from "./confirm-erase.module.css";
import { isEndingTyped, SERIAL_ENDING, serialEnding } from "./drive-safety";

export interface ConfirmEraseProps {
  /** Number of drives that will be erased. */
  drives: number;
  /** Location of the drive whose serial is typed: "slot 0", or its path. */
  place: string;
  serial: string | null;
  /** Never part of an address. */
  typed: string;
  type: (text: string) => void;
}

export function ConfirmErase({ drives, place, serial, typed, type }: ConfirmEraseProps) {
  const hint = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const length = serialEnding(serial)?.length ?? SERIAL_ENDING;
  const isWrong = !isEndingTyped(typed, serial) && (typed.trim().length > length || (wasLeft && typed !== ""));
  return (
    <div className={classes.box}>
      <IconAlertTriangle size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        <div className={classes.title}>{words.erase.title(drives)}</div>
        <div className={classes.hint} id={hint} role={isWrong ? "alert" : undefined}>
          {serial === null && words.erase.noSerial}
          {serial !== null && (isWrong ? words.erase.wrong : words.erase.hint(length, place))}
        </div>
      </div>
      {serial !== null && (
        <div className={classes.field}>
          <Input
            // The hint beside the field describes it; that of a wrapper would be below.
            withAria={false}
            aria-label={words.erase.field(length, place)}
            aria-describedby={hint}
            aria-invalid={isWrong || undefined}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onFocus={() => setWasLeft(false)}
            onBlur={() => setWasLeft(true)}
            error={isWrong}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        </div>
      )}
    </div>
  );
}

/** Reserve the place of the box while the drives are loaded. */
export function ConfirmErasePlace() {
  return <Skeleton className={classes.awaited} radius="lg" />;
}
