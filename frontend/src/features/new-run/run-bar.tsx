/** Action bar of a new run: its cost, its obstacles, and the buttons that check and start it. */
import { Anchor, Button, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { Profile } from "@/api/types";
import { fieldName } from "@/components/field-errors";
import { destruction } from "@/messages/destruction";
import { newRun as words } from "@/messages/new-run";
import { ActionBar, type BarFigure } from "@/parts/action-bar";
import { ConfirmErase, ConfirmErasePlace, type ConfirmEraseProps } from "@/parts/confirm-erase";
import { fieldId } from "./field-id";
import { fieldLabel } from "./field-label";
import classes from "./run-bar.module.css";

const REASON = "new-run-reason";
const ERRORS_SHOWN = 2;

export interface RunBarProps {
  figures: readonly BarFigure[];
  /** Messages of refused fields by path. */
  errors: Record<string, string>;
  /** Names the parameters among them. */
  profile: Profile | undefined;
  /** Brings the field of a path into view. */
  lead: (path: string) => void;
  /** The drives that will be erased, "awaited" until they are known; null where nothing is. */
  erase: ConfirmEraseProps | "awaited" | null;
  /**
   * Reason that prevents the start, if neither fields nor a serial are the cause. `passes` is true while a plan is
   * calculated.
   */
  reason: { text: string; passes: boolean } | null;
  check: { run: () => void; isWaiting: boolean } | null;
  start: { run: () => void; isReady: boolean; isPending: boolean };
}

export function RunBar({ figures, errors, profile, lead, erase, reason, check, start }: RunBarProps) {
  const paths = Object.keys(errors);
  return (
    <ActionBar
      label={words.title}
      figures={figures}
      actions={
        <>
          <Button
            variant="default"
            size="md"
            disabled={check === null}
            loading={check?.isWaiting}
            onClick={check?.run}
            title={destruction.checkHint}
            leftSection={<IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />}
          >
            {destruction.check}
          </Button>
          <Button
            size="md"
            disabled={!start.isReady}
            loading={start.isPending}
            onClick={start.run}
            aria-describedby={start.isReady ? undefined : REASON}
            aria-keyshortcuts="Control+Enter"
            title={words.startKeys}
          >
            {words.start}
          </Button>
        </>
      }
    >
      <div id={REASON} className={classes.reason}>
        {paths.length > 0 && (
          <ul className={classes.errors} aria-label={words.fix}>
            {paths.slice(0, ERRORS_SHOWN).map((path) => (
              <li key={path}>
                <Anchor
                  href={`#${fieldId(path)}`}
                  c="var(--sl-err)"
                  onClick={(event) => {
                    event.preventDefault();
                    lead(path);
                  }}
                >
                  {words.fieldError(fieldLabel(path, profile) ?? fieldName(path), errors[path] ?? "")}
                </Anchor>
              </li>
            ))}
            {paths.length > ERRORS_SHOWN && <li>{words.moreErrors(paths.length - ERRORS_SHOWN)}</li>}
          </ul>
        )}
        {/* A box that is there already says why: a line that comes and goes above it would move it. */}
        {paths.length === 0 && reason && (
          <Text c="dimmed" className={erase && reason.passes ? "visually-hidden" : undefined}>
            {reason.text}
          </Text>
        )}
        {erase === "awaited" && <ConfirmErasePlace />}
        {erase !== null && erase !== "awaited" && <ConfirmErase {...erase} />}
      </div>
    </ActionBar>
  );
}
