/** Concurrent edits of one thing: the later writer sees the other's changes, and overwrites nothing unseen. */
import { useState } from "react";
import { ApiProblem } from "@/api/problem";
import { overtaken as words } from "@/messages/overtaken";
import { Notice } from "./notice";
import classes from "./overtaken.module.css";

/**
 * Hold the version of a thing that the writer of a form has read: the one at opening, even if the thing is read again
 * behind the form. Fields refused because of another person's change have that person's values.
 */
export function useSeen<Thing extends object>(thing: Thing) {
  const [opened, setOpened] = useState(thing);
  const [overtaken, setOvertaken] = useState<readonly (keyof Thing)[]>([]);
  const seen: Thing = { ...opened, ...fieldsOf(thing, overtaken) };
  return {
    seen,
    overtaken,
    /** Changes as they are sent, with what was read of the fields in them. */
    withBefore: <Changes extends Partial<Record<keyof Thing, unknown>>>(changes: Changes) => {
      const fields = Object.keys(changes) as (keyof Thing)[];
      return fields.length > 0 ? { ...changes, before: fieldsOf(seen, fields) as Record<string, never> } : changes;
    },
    /** Begins again with a thing as it was saved, where the form stays open. */
    begin: (saved: Thing) => {
      setOpened(saved);
      setOvertaken([]);
    },
    /** Takes up the changes of others that a refusal lists, after the thing was read again. */
    takeUp: (refusal: unknown) => {
      const fields = overtakenFields(refusal).filter((field): field is keyof Thing & string => field in thing);
      setOvertaken((previous) => [...new Set([...previous, ...fields])]);
    },
  };
}

/** Return the fields that another person changed meanwhile, if the refusal is about that. */
export function overtakenFields(refusal: unknown): string[] {
  const isOvertaken = refusal instanceof ApiProblem && refusal.status === 409;
  return isOvertaken ? refusal.fields.map(({ path }) => path) : [];
}

export interface OvertakenProps {
  currentValues: readonly { label: string; text: string }[];
  /** Possible next step, where the form is no dialog that can be closed. */
  hint?: string;
}

export function Overtaken({ currentValues, hint = words.hint }: OvertakenProps) {
  return (
    <Notice level="warn" title={words.title} alert>
      {currentValues.map(({ label, text }) => (
        <p key={label} className={classes.says}>
          {words.currentValue(label, text)}
        </p>
      ))}
      <div>{hint}</div>
    </Notice>
  );
}

function fieldsOf<Thing extends object>(thing: Thing, fields: readonly (keyof Thing)[]): Partial<Thing> {
  return Object.fromEntries(fields.map((field) => [field, thing[field]])) as Partial<Thing>;
}
