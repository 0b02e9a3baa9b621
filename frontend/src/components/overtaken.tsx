/** Two people who edit the same thing: whoever saves last sees what the other one wrote, and overwrites nothing unseen. */
import { useState } from "react";
import { ApiProblem } from "@/api/problem";
import { overtaken as words } from "@/messages/overtaken";
import { Notice } from "./notice";
import classes from "./overtaken.module.css";

/**
 * What the writer of a form has read of a thing: as it was when the form was opened, however often it is read again
 * behind the form. Fields that were refused because somebody else had changed them are as that one left them.
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
    /** Takes up what a refusal says was changed meanwhile, once the thing was read again. */
    takeUp: (refusal: unknown) => {
      const fields = overtakenFields(refusal).filter((field): field is keyof Thing & string => field in thing);
      setOvertaken((previous) => [...new Set([...previous, ...fields])]);
    },
  };
}

/** The fields that somebody else changed meanwhile, if that is what a refusal says. */
export function overtakenFields(refusal: unknown): string[] {
  const isOvertaken = refusal instanceof ApiProblem && refusal.status === 409;
  return isOvertaken ? refusal.fields.map(({ path }) => path) : [];
}

export interface OvertakenProps {
  currentValues: readonly { label: string; text: string }[];
  /** What can be done now, where the form is no dialog that could be closed. */
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
