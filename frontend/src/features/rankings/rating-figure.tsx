/** The ratings as bars. */
import type { Ranking } from "@/api/rankings";
import { ChartFigure } from "@/charts/chart-figure";
import { rank } from "@/charts/rank/definition";
import { ratedBars } from "@/charts/rank/rated-bars";

export function RatingFigure({ ranking }: { ranking: Ranking }) {
  return <ChartFigure definition={rank} data={ratedBars(ranking)} fileName="ranking" />;
}
