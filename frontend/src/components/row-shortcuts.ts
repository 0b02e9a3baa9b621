/** Keys that go through the rows of the page's first list; where the focus is, is the row they are at. */
import type { ShortcutMap } from "@/lib/shortcuts";
import { shortcuts as words } from "@/messages/shortcuts";

export const ROW_KEYS: ShortcutMap = {
  j: { label: words.rows.j, run: () => moveBy(1) },
  k: { label: words.rows.k, run: () => moveBy(-1) },
};

export const SELECT_KEY: ShortcutMap = {
  x: {
    label: words.rows.x,
    run: () => presentRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]:not(:disabled)')?.click(),
  },
};

function rows(): HTMLElement[] {
  const table = document.querySelector("main table:not([aria-busy])");
  return [...(table?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
}

function presentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("tbody tr") ?? null;
}

/** The link of the row is where a reader wants to be: it names the row, and Enter opens it. */
function moveBy(distance: 1 | -1) {
  const all = rows();
  const present = presentRow();
  const at = present === null ? -1 : all.indexOf(present);
  const next = at < 0 ? all[0] : all[at + distance];
  next?.querySelector<HTMLElement>("a[href]")?.focus();
}
