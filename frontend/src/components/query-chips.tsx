/** Conditions of a query in its field while it is not edited: each can be changed or removed. */
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { splitQuery } from "@/lib/query-parts";
import { queries as words } from "@/messages/queries";
import classes from "./query-chips.module.css";

/** Field and operator of a condition, and its value; a word has neither. */
const CONDITION = /^(-?[\w.]+\s*(?::|<=|>=|<|>))(.*)$/s;

export interface QueryChipsProps {
  query: string;
  /** Selects these characters of the field, in UTF-16 units. */
  edit: (from: number, to: number) => void;
  change: (query: string) => void;
}

export function QueryChips({ query, edit, change }: QueryChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const parts = placedParts(query);
  const remove = (place: number) => {
    change(parts.flatMap(({ text }, other) => (other === place ? [] : [text])).join(" "));
    // The chip of the next condition takes the place of this one.
    requestAnimationFrame(() => {
      const rest = list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
      rest[Math.min(place, rest.length - 1)]?.focus();
    });
  };
  return (
    <ul ref={list} className={classes.chips} aria-label={words.conditions}>
      {parts.map(({ text, from }, place) => (
        <li key={`${from} ${text}`} className={classes.chip}>
          <button
            type="button"
            className={classes.text}
            title={text}
            aria-label={words.editCondition(text)}
            onClick={() => edit(from, from + text.length)}
          >
            <Condition text={text} />
          </button>
          <button
            type="button"
            data-remove=""
            className={classes.remove}
            aria-label={words.removeCondition(text)}
            onClick={() => remove(place)}
          >
            <IconX size={11} stroke={2.4} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Condition({ text }: { text: string }) {
  const [, field, value] = CONDITION.exec(text) ?? [];
  if (field === undefined) return <bdi>{text}</bdi>;
  return (
    <bdi>
      <span className={classes.field}>{field}</span>
      {value}
    </bdi>
  );
}

function placedParts(query: string): { text: string; from: number }[] {
  let end = 0;
  return splitQuery(query)
    .filter(Boolean)
    .map((text) => {
      const from = query.indexOf(text, end);
      end = from + text.length;
      return { text, from };
    });
}
