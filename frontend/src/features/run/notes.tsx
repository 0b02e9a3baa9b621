/** Notes of a run: the button that adds one, and the list that explains the numbers on the curve. */
import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { addNote, changeNote, deleteNote, rereadNotes } from "@/api/notes";
import type { RunNote } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { NoteList as Listed } from "@/components/note-list";
import { overtakenFields, useSeen } from "@/components/overtaken";
import { notes as words } from "@/messages/notes";

const NoteDialog = lazy(() => import("./note-dialog").then((module) => ({ default: module.NoteDialog })));

interface AddNoteProps {
  run: string;
  /** Span in view: the note is pinned there unless its author selects another. */
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
  return (
    <Listed
      items={notes.map((note, place) => ({
        note,
        number: place + 1,
        actions: note.may_change && <Changes run={run} note={note} number={place + 1} />,
      }))}
    />
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
      <Suspense>{opened && <ChangeDialog run={run} note={note} close={close} />}</Suspense>
    </Group>
  );
}

function ChangeDialog({ run, note, close }: { run: string; note: RunNote; close: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { seen, overtaken, takeUp } = useSeen(note);
  const isOvertaken = overtaken.length > 0;
  const { from_ms, to_ms, metric, text } = isOvertaken ? note : seen;
  return (
    <NoteDialog
      title={words.changeTitle}
      draft={note}
      save={async (changed) => {
        try {
          await changeNote(api, run, note.id, { ...changed, before: { from_ms, to_ms, metric, text } });
        } catch (refusal) {
          if (overtakenFields(refusal).length > 0) await rereadNotes(queryClient, run);
          takeUp(refusal);
          throw refusal;
        }
        await rereadNotes(queryClient, run);
      }}
      overtakenBy={isOvertaken ? note.text : null}
      close={close}
    />
  );
}
