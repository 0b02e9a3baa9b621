/** Which of its two views a comparison shows. */
import type { Comparison } from "@/api/comparison";
import { isTerminalRun } from "@/api/runs";
import type { CompareView } from "./choice";

/** Whether one of the runs has no curve and never will, as with published figures: curves alone would hide its figures. */
export const lacksCurves = ({ runs }: Pick<Comparison, "runs">): boolean =>
  runs.some(({ state, series }) => isTerminalRun(state) && series.length === 0);

/** The chosen view; else curves over time where every run has them, or the figures. */
export function shownView(
  chosen: CompareView | undefined,
  comparison: Pick<Comparison, "runs"> | undefined,
): CompareView {
  return chosen ?? (comparison && lacksCurves(comparison) ? "sweep" : "curve");
}
