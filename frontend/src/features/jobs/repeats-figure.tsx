/** The chart of the repeats of a job; loaded apart from the page because ECharts comes with it. */
import type { Repeats } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { repeats } from "@/charts/repeats/definition";

export function RepeatsFigure({ result: { runs, items, job_number } }: { result: Repeats }) {
  return <ChartFigure definition={repeats} data={{ runs, items }} fileName={job_number} />;
}
