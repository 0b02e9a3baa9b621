/** Findings of the page in the author's order: each can be replaced, moved and silenced. */
import { ActionIcon, Button, Switch, Textarea, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useState } from "react";
import { shareEditor as words } from "@/messages/shares";
import { type FindingEntry, moveFinding } from "./findings";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

const MAX_CHARACTERS = 1000;
/** A review has hundreds of findings: more than these are shown on demand. */
const SHOWN_AT_FIRST = 12;
const SHOWN_MORE = 50;

export function FindingList({ form: { findings }, change, errors }: PartProps) {
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  // A refused text is always visible.
  const isWrong = (place: number) => errors[`findings.${place}.text`] !== undefined;
  const hidden = findings.filter((_, place) => place >= limit && !isWrong(place)).length;
  const set = (place: number, patch: Partial<FindingEntry>) => {
    const entry = findings[place];
    if (entry) change({ findings: findings.with(place, { ...entry, ...patch }) });
  };
  const move = (place: number, by: -1 | 1) => change({ findings: moveFinding(findings, place, by) });
  if (findings.length === 0) return <p className={classes.hint}>{words.noFindings}</p>;
  return (
    <div className={classes.group}>
      <p className={classes.hint}>{words.findingsHint}</p>
      <ol className={classes.blocks}>
        {findings.map((entry, place) =>
          place >= limit && !isWrong(place) ? null : (
            <li key={entry.id} className={classes.block}>
              <div className={classes.blockHead}>
                <Switch
                  label={words.findingShown(place + 1)}
                  checked={entry.isShown}
                  onChange={({ currentTarget }) => set(place, { isShown: currentTarget.checked })}
                />
                <span className={classes.blockActions}>
                  {entry.text !== "" && (
                    <Button variant="default" size="compact-xs" h={28} onClick={() => set(place, { text: "" })}>
                      {words.findingRestore}
                    </Button>
                  )}
                  <Mover label={words.up(words.findingAt(place + 1))} isEnd={place === 0} act={() => move(place, -1)} />
                  <Mover
                    isDown
                    label={words.down(words.findingAt(place + 1))}
                    isEnd={place === findings.length - 1}
                    act={() => move(place, 1)}
                  />
                </span>
              </div>
              <Textarea
                aria-label={words.findingAt(place + 1)}
                value={entry.text || entry.sentence}
                disabled={!entry.isShown}
                onChange={({ currentTarget: { value } }) => set(place, { text: value === entry.sentence ? "" : value })}
                rows={2}
                maxLength={MAX_CHARACTERS}
                error={errors[`findings.${place}.text`]}
              />
            </li>
          ),
        )}
      </ol>
      {hidden > 0 && (
        <Button variant="default" size="xs" onClick={() => setLimit(limit + SHOWN_MORE)}>
          {words.moreFindings(hidden)}
        </Button>
      )}
    </div>
  );
}

function Mover({ label, isEnd, isDown, act }: { label: string; isEnd: boolean; isDown?: boolean; act: () => void }) {
  const Icon = isDown ? IconArrowDown : IconArrowUp;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={28} aria-label={label} disabled={isEnd} onClick={act}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
