/** Reads a chart with the keyboard: arrow keys go through the rows of its numbers, plus and minus zoom, letters act on its figure. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { figure } from "@/messages/figure";
import { reader as words } from "@/messages/reader";
import type { Cell, DataTable } from "./definition";
import classes from "./reader.module.css";
import { type FigureKey, figureKeyOf, isForBrowser, placeAfter, readingOf, zoomOf } from "./reading";
import type { ZoomStep } from "./zoom";

interface ReaderProps {
  title: string;
  /** Makes the numbers of the chart; keep it stable, they are made once for each function and only when read. */
  makeTable: () => DataTable;
  /** Null for a chart that has no sections. */
  zoom: ((step: ZoomStep) => void) | null;
  /** Actions of the letter keys; absent for letters without an action. */
  keys: Partial<Record<FigureKey, () => void>>;
  /** Called with the first value of the row that is read, and with null when reading ends. */
  onPlace?: ((value: Cell) => void) | undefined;
  className: string | undefined;
  style: CSSProperties;
  children: ReactNode;
}

export function Reader({ title, makeTable, zoom, keys, onPlace, className, style, children }: ReaderProps) {
  const hint = useId();
  const [place, setPlace] = useState<number | null>(null);
  const reads = place !== null;
  const table = useMemo(() => (reads ? makeTable() : null), [reads, makeTable]);
  const text = table && place !== null ? readingOf(table, place) : "";

  const goTo = (next: number | null) => {
    setPlace(next);
    onPlace?.(next === null ? null : ((table ?? makeTable()).rows[next]?.[0] ?? null));
  };
  const pressed = (event: KeyboardEvent) => {
    if (isForBrowser(event)) return;
    const own = figureKeyOf(event);
    const act = own && keys[own];
    const step = zoom && zoomOf(event);
    const next = placeAfter(event.key, place, () => (table ?? makeTable()).rows.length);
    if (act) act();
    else if (step) zoom(step);
    else if (next !== null) goTo(next);
    else if (event.key === "Escape" && reads) goTo(null);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        // The content is a drawing: arrow keys belong to its reader, not to the cursor of a screen reader.
        role="application"
        aria-roledescription={words.role}
        aria-label={words.label(title)}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its readings are for the keyboard.
        tabIndex={0}
        className={[className, classes.reader].filter(Boolean).join(" ")}
        style={style}
        onKeyDown={pressed}
        onBlur={() => reads && goTo(null)}
      >
        {children}
        {text && (
          <div className={classes.reading} aria-hidden="true">
            {text}
          </div>
        )}
      </div>
      <span id={hint} className="visually-hidden">
        {[
          words.hint,
          ...(zoom ? [words.zoomHint, figure.zoomKeys] : []),
          figure.keys,
          ...(keys.log ? [figure.logKey] : []),
        ].join(" ")}
      </span>
      <span role="status" className="visually-hidden">
        {text}
      </span>
    </>
  );
}
