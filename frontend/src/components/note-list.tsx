/** Notes behind the numbers on a curve: a list, each under its number. */
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { RunNote } from "@/api/types";
import { writeElapsed } from "@/lib/elapsed";
import { METRICS } from "@/lib/metrics";
import { notes as words } from "@/messages/notes";
import { Moment } from "./moment";
import classes from "./note-list.module.css";

export interface ListedNote {
  note: RunNote;
  /** The number on the curve. */
  number: number;
  /** Whose run it is, where several share the chart. */
  of?: ReactNode;
  /** Actions of the reader on the note. */
  actions?: ReactNode;
}

export function NoteList({ items }: { items: readonly ListedNote[] }) {
  if (items.length === 0) return null;
  return (
    <ol className={classes.list} aria-label={words.list}>
      {items.map((item) => (
        <Item key={item.note.id} {...item} />
      ))}
    </ol>
  );
}

function Item({ note, number, of, actions }: ListedNote) {
  const { from_ms, to_ms, metric } = note;
  const place = to_ms === null ? writeElapsed(from_ms) : words.stretch(writeElapsed(from_ms), writeElapsed(to_ms));
  return (
    <li className={classes.item}>
      <span className={classes.number}>
        <span className="visually-hidden">{words.number(number)}</span>
        <span aria-hidden="true">{number}</span>
      </span>
      <Stack gap={4} className={classes.body}>
        <Text fw={600}>
          {of}
          {of && " · "}
          {metric ? `${place} · ${METRICS[metric].label}` : place}
        </Text>
        <Text className={classes.text}>{note.text}</Text>
        <Text size="sm" c="dimmed">
          {note.author ?? words.nobody}, <Moment at={note.created_at} />
          {note.edited_at && (
            <>
              , {words.edited} <Moment at={note.edited_at} />
            </>
          )}
        </Text>
      </Stack>
      {actions}
    </li>
  );
}
