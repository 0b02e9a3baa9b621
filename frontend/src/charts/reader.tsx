/** Reads a chart with the keyboard: arrow keys go through the rows of its numbers, plus and minus zoom. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { formatCount } from "@/lib/units";
import { reader as words } from "@/messages/reader";
import type { DataTable } from "./definition";
import classes from "./reader.module.css";
import type { ZoomStep } from "./zoom";

interface ReaderProps {
  title: string;
  /** Makes the numbers of the chart; keep it stable, they are made once for each function and only when read. */
  makeTable: () => DataTable;
  /** Null for a chart that has no sections. */
  zoom: ((step: ZoomStep) => void) | null;
  className: string | undefined;
  style: CSSProperties;
  children: ReactNode;
}

const FAR = 10;
const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowRight: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  PageDown: (place) => place + FAR,
  PageUp: (place) => place - FAR,
  Home: () => 0,
  End: (_, last) => last,
};
const ZOOMS: Record<string, ZoomStep> = { "+": "in", "=": "in", "-": "out" };
const MOVES: Record<string, ZoomStep> = { ArrowLeft: "earlier", ArrowRight: "later" };

export function Reader({ title, makeTable, zoom, className, style, children }: ReaderProps) {
  const hint = useId();
  const [place, setPlace] = useState<number | null>(null);
  const reads = place !== null;
  const table = useMemo(() => (reads ? makeTable() : null), [reads, makeTable]);
  const text = table && place !== null ? textOf(table, place) : "";

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const section = event.shiftKey && MOVES[event.key] ? MOVES[event.key] : ZOOMS[event.key];
    const step = STEPS[event.key];
    if (section && zoom) zoom(section);
    else if (step) {
      const last = Math.max((table ?? makeTable()).rows.length - 1, 0);
      // Whoever begins to read begins at an end.
      const first = event.key === "ArrowLeft" || event.key === "End" ? last : 0;
      const next = place === null ? first : step(Math.min(place, last), last);
      setPlace(Math.min(Math.max(next, 0), last));
    } else if (event.key === "Escape" && reads) setPlace(null);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        // What is inside is a drawing: arrow keys belong to whoever reads it, not to the cursor of a screen reader.
        role="application"
        aria-roledescription={words.role}
        aria-label={words.label(title)}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its readings are for the keyboard.
        tabIndex={0}
        className={[className, classes.reader].filter(Boolean).join(" ")}
        style={style}
        onKeyDown={pressed}
        onBlur={() => setPlace(null)}
      >
        {children}
        {text && (
          <div className={classes.reading} aria-hidden="true">
            {text}
          </div>
        )}
      </div>
      <span id={hint} className="visually-hidden">
        {zoom ? `${words.hint} ${words.zoomHint}` : words.hint}
      </span>
      <span role="status" className="visually-hidden">
        {text}
      </span>
    </>
  );
}

/** One row in words, with its place among all. */
function textOf({ columns, rows }: DataTable, place: number): string {
  const at = Math.min(place, rows.length - 1);
  const row = rows[at];
  if (!row) return words.nothing;
  const cells = columns.map(({ label, format }, column) => words.cell(label, format(row[column] ?? null)));
  return words.row(at + 1, formatCount(rows.length), cells);
}
