/** Preview of a move while a run is dragged; the lab calculates its effect. */
import { Kbd } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { linePart, type Move, previewQuery, schedulePartQuery } from "@/api/queue";
import type { MovePreview, ScheduledJob } from "@/api/types";
import { queue as words } from "@/messages/queue";
import type { BarMove } from "@/parts/timeline-drag";
import { lineOf, moveBetween } from "./moves";
import classes from "./queue.module.css";
import { queueTime } from "./times";
import type { Movable } from "./use-moves";

/** Delay in ms, so that places under a passing pointer cause no request. */
const SETTLE_MS = 80;
const SHOWN = 2;

export interface Dragged extends Movable {
  /** Null where a drop would change nothing. */
  place: BarMove | null;
}

export interface MoveNoteProps {
  dragged: Dragged;
  now: Date;
}

export function MoveNote({ dragged: { job: number, run, server, place }, now }: MoveNoteProps) {
  const api = useApi();
  const line = useQuery(schedulePartQuery(api, linePart(server)));
  const jobs = line.data?.jobs;
  const move = useMemo(() => (place && jobs ? moveBetween(lineOf(jobs, number), place) : null), [place, jobs, number]);
  const [settled] = useDebouncedValue(move, SETTLE_MS);
  const { data, error } = useQuery(previewQuery(api, settled));
  const job = jobs?.find(({ job_number }) => job_number === number);
  if (!place || (job && !move)) return <Foot text={words.note.same} />;
  const preview = settled === move ? data : undefined;
  return (
    <>
      <strong className={classes.noteTitle}>{preview ? titleOf(preview, run) : run}</strong>
      {preview && job && move ? (
        <Changes preview={preview} job={job} move={move} now={now} />
      ) : (
        <p className={classes.noteText}>{(error ?? line.error) ? words.note.failed : words.note.looking}</p>
      )}
      <Foot text={words.note.drop} />
    </>
  );
}

function titleOf({ position, previous_position }: MovePreview, run: string): string {
  const { movesUp, movesDown } = words.note;
  return position < previous_position ? movesUp(run, position) : movesDown(run, position);
}

function Changes({ preview, job, move, now }: { preview: MovePreview; job: ScheduledJob; move: Move; now: Date }) {
  const { note } = words;
  const { starts, clear_at, previous_clear_at, unknown_because } = preview;
  const time = (at: string | null) => (at === null ? words.unknown : queueTime(at, now));
  if (unknown_because !== null) return <p className={classes.noteText}>{note[unknown_because]}</p>;
  const clear = time(clear_at);
  return (
    <dl className={classes.noteRows}>
      {starts.slice(0, SHOWN).map((start) => (
        <Row
          key={start.job_number}
          name={note.starts(start.run_number ?? start.job_number)}
          before={time(start.previous_starts_at)}
          after={time(start.starts_at)}
        />
      ))}
      {clear_at !== null && clear === time(previous_clear_at) ? (
        <Row name={note.clear} after={note.unchanged(clear)} />
      ) : (
        <Row name={note.clear} before={time(previous_clear_at)} after={clear} />
      )}
      {move.place.priority !== undefined && (
        <Row name={note.priority} before={String(job.priority)} after={String(move.place.priority)} />
      )}
    </dl>
  );
}

function Row({ name, before, after }: { name: string; before?: string; after: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {before !== undefined && before !== after && (
          <>
            <span className="visually-hidden">{words.note.from(before)}, </span>
            <span className={classes.noteBefore} aria-hidden="true">
              {before} →{" "}
            </span>
          </>
        )}
        <strong>{after}</strong>
      </dd>
    </>
  );
}

function Foot({ text }: { text: string }) {
  return (
    <div className={classes.noteFoot}>
      {text}
      <span>
        <Kbd>Esc</Kbd> {words.note.cancel}
      </span>
    </div>
  );
}
