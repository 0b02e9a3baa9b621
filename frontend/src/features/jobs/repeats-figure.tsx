/** The chart of the repeats of a job; loaded apart from the page because ECharts comes with it. */
import type { Repeats } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { repeats } from "@/charts/repeats/definition";

export function RepeatsFigure({ found: { runs, items, job_number } }: { found: Repeats }) {
  return <ChartFigure definition={repeats} data={{ runs, items }} fileName={job_number} />;
}
