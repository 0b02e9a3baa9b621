/** Which of its two views a comparison shows. */
import type { Comparison } from "@/api/comparison";
import { isTerminalRun } from "@/api/runs";
import type { CompareView } from "./choice";

/** Whether none of the runs has anything over time and none will: published figures, tables and summaries. */
export const hasNoCurves = ({ runs }: Pick<Comparison, "runs">): boolean =>
  runs.every(({ state, series }) => isTerminalRun(state) && series.length === 0);

/** What somebody chose; else curves over time, and where there are none the figures. */
export function shownView(
  chosen: CompareView | undefined,
  comparison: Pick<Comparison, "runs"> | undefined,
): CompareView {
  return chosen ?? (comparison && hasNoCurves(comparison) ? "sweep" : "curve");
}
