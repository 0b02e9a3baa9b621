/** The live chart; loaded apart from the page because ECharts comes with it. */
import type { Series } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { live } from "@/charts/live/definition";
import type { ChartPoint } from "./live-points";

export function LiveFigure({ points, phases }: { points: ChartPoint[]; phases: Series["phases"] }) {
  return <ChartFigure definition={live} data={{ points, phases }} />;
}
