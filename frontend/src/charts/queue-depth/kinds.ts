/** Exactness of a drawn figure, and its notation. */
import { withKind } from "@/lib/value-kind";
import { kindText } from "../sweeps/words";

/** Kind of a figure whose phase did not end as planned, regardless of the source's kind. */
export const CUT_SHORT = "cut_short";

/** The kind of a row of `GET /measurements`: `exact`, what a published figure is instead, or `cut_short`. */
export function kindAt(source: Readonly<Record<string, readonly unknown[]>>, row: number): string {
  const state = source.phase_state?.[row] ?? "finished";
  return state === "finished" ? String(source.value_kind?.[row] ?? "exact") : CUT_SHORT;
}

/** A figure with what is known of it: `≤ 240k IOPS`, `99.0k IOPS (cut short)`. */
export function figureText(text: string, kind: string): string {
  return kind === CUT_SHORT ? `${text} (${kindText(kind)})` : withKind(text, kind);
}
