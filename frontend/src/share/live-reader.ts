/** Keyboard reading of a chart of a permalink, as in the lab's own pages: row by row, announced and shown. */
import type { DataTable } from "@/charts/definition";
import { isForBrowser, placeAfter, readingOf, zoomOf } from "@/charts/reading";
import type { ZoomStep } from "@/charts/zoom";
import { reader as words } from "@/messages/reader";
import { element } from "./elements";

interface ReaderProps {
  title: string;
  canvas: HTMLElement;
  /** Makes the numbers of the chart, when they are first read. */
  makeTable: () => DataTable;
  /** Null for a chart that has no sections. */
  zoom: ((step: ZoomStep) => void) | null;
}

let count = 0;

export function liveReader({ title, canvas, makeTable, zoom }: ReaderProps): HTMLElement {
  count += 1;
  const id = `reading-hint-${count}`;
  const hint = element("span", { id, class: "unseen" }, zoom ? `${words.hint} ${words.zoomHint}` : words.hint);
  const status = element("span", { role: "status", class: "unseen" });
  const shown = element("p", { class: "reading", "aria-hidden": "true", hidden: "" });
  const area = element(
    "div",
    // The content is a drawing: arrow keys belong to its reader, not to the cursor of a screen reader.
    {
      class: "reader",
      role: "application",
      tabindex: "0",
      "aria-roledescription": words.role,
      "aria-label": words.label(title),
      "aria-describedby": id,
    },
    canvas,
    shown,
  );
  let table: DataTable | null = null;
  let place: number | null = null;
  const read = () => {
    table ??= makeTable();
    return table;
  };
  const goTo = (next: number | null) => {
    place = next;
    const text = next === null ? "" : readingOf(read(), next);
    status.textContent = text;
    shown.textContent = text;
    shown.hidden = text === "";
  };
  area.addEventListener("keydown", (event) => {
    if (isForBrowser(event)) return;
    const step = zoom && zoomOf(event);
    const next = placeAfter(event.key, place, () => read().rows.length);
    if (step) zoom?.(step);
    else if (next !== null) goTo(next);
    else if (event.key === "Escape" && place !== null) goTo(null);
    else return;
    event.preventDefault();
  });
  area.addEventListener("blur", () => goTo(null));
  return element("div", { class: "readable" }, area, hint, status);
}
