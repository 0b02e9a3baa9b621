/** The notes of a run: the button that adds one, and the list that tells what the numbers on the curve stand for. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { addNote, changeNote, deleteNote, rereadNotes } from "@/api/notes";
import type { RunNote } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Moment } from "@/components/moment";
import { writeElapsed } from "@/lib/elapsed";
import { METRICS } from "@/lib/metrics";
import { notes as words } from "@/messages/notes";
import classes from "./notes.module.css";

const NoteDialog = lazy(() => import("./note-dialog").then((module) => ({ default: module.NoteDialog })));

interface AddNoteProps {
  run: string;
  /** What is looked at now: the note is pinned there unless its author says otherwise. */
  from_ms: number;
  to_ms: number | null;
}

export function AddNote({ run, from_ms, to_ms }: AddNoteProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-xs" h={28} onClick={open}>
        {words.add}
      </Button>
      <Suspense>
        {opened && (
          <NoteDialog
            title={words.addTitle}
            draft={{ from_ms, to_ms, metric: null, text: "" }}
            save={async (note) => {
              await addNote(api, run, note);
              await rereadNotes(queryClient, run);
            }}
            close={close}
          />
        )}
      </Suspense>
    </>
  );
}

export function NoteList({ run, notes }: { run: string; notes: readonly RunNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ol className={classes.list} aria-label={words.list}>
      {notes.map((note, place) => (
        <Item key={note.id} run={run} note={note} number={place + 1} />
      ))}
    </ol>
  );
}

function Item({ run, note, number }: { run: string; note: RunNote; number: number }) {
  const { from_ms, to_ms, metric } = note;
  const place = to_ms === null ? writeElapsed(from_ms) : words.stretch(writeElapsed(from_ms), writeElapsed(to_ms));
  return (
    <li className={classes.item}>
      <span className={classes.number}>
        <span className="visually-hidden">{words.number(number)}</span>
        <span aria-hidden="true">{number}</span>
      </span>
      <Stack gap={4} className={classes.body}>
        <Text size="sm" fw={600}>
          {metric ? `${place} · ${METRICS[metric].label}` : place}
        </Text>
        <Text size="sm" className={classes.text}>
          {note.text}
        </Text>
        <Text size="xs" c="dimmed">
          {note.author ?? words.nobody}, <Moment at={note.created_at} />
          {note.edited_at && (
            <>
              , {words.edited} <Moment at={note.edited_at} />
            </>
          )}
        </Text>
      </Stack>
      {note.may_change && <Changes run={run} note={note} number={number} />}
    </li>
  );
}

function Changes({ run, note, number }: { run: string; note: RunNote; number: number }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [opened, { open, close }] = useDisclosure();
  const then = () => rereadNotes(queryClient, run);
  return (
    <Group gap={8} wrap="nowrap">
      <Button variant="default" size="xs" aria-label={words.changeOf(number)} onClick={open}>
        {words.change}
      </Button>
      <ConfirmButton
        size="xs"
        openLabel={words.removeOf(number)}
        title={words.removeTitle(number)}
        explanation={words.removeExplain}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        confirm={() => deleteNote(api, run, note.id).then(then)}
      />
      <Suspense>
        {opened && (
          <NoteDialog
            title={words.changeTitle}
            draft={note}
            save={(changed) => changeNote(api, run, note.id, changed).then(then)}
            close={close}
          />
        )}
      </Suspense>
    </Group>
  );
}
