/** The chart of a history; loaded apart from the page because ECharts comes with it. */
import { ChartFigure } from "@/charts/chart-figure";
import { history } from "@/charts/history/definition";
import type { HistoryData } from "@/charts/history/option";
import { METRICS } from "@/lib/metrics";

export function HistoryFigure(data: HistoryData) {
  const title = `${METRICS[data.metric].label} at ${data.workload}`;
  return <ChartFigure fileName="history" title={title} definition={history} data={data} />;
}
