/** Copies rows of a table as a spreadsheet takes them: exact values, tabs between cells, one line a row. */
import type { ClipboardEvent } from "react";

const EXACT = "data-exact";

/** Return the text of a cell, with its exact value in place of the short one. */
function textOf(cell: Element): string {
  for (const short of cell.querySelectorAll(`[${EXACT}]`)) short.textContent = short.getAttribute(EXACT);
  return (cell.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Return the selected part of a table as text; null where nothing in it is short. */
export function exactSelection(range: Range): string | null {
  const { commonAncestorContainer: within } = range;
  const element = within instanceof Element ? within : within.parentElement;
  const single = element?.closest(`[${EXACT}]`);
  if (single) return single.getAttribute(EXACT);
  const part = range.cloneContents();
  if (!part.querySelector(`[${EXACT}]`)) return null;
  const rows = [...part.querySelectorAll("tr")].map((row) => [...row.cells]);
  const cells = rows.length > 0 ? rows : [[...part.querySelectorAll("td, th")]];
  return cells.map((row) => row.map(textOf).join("\t")).join("\n");
}

export function copyExactly(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const text = exactSelection(selection.getRangeAt(0));
  if (text === null) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
}
