/** The charts of the comparison; loaded apart from the page because ECharts comes with them. */
import type { Series } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { overlay } from "@/charts/overlay/definition";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { METRICS, type MetricName } from "@/lib/metrics";
import { compare as words } from "@/messages/compare";

const FILE_NAME = "compare";

export interface OverlayFigureProps {
  metric: MetricName;
  /** The one factor in which the runs differ. */
  by: string | null;
  /** Which runs the title names, where another chart has the same. */
  of: string | null;
  runs: readonly ChosenRun[];
  /** One for each run, in their order; null while it is on its way or when it could not be read. */
  series: readonly (Series | null)[];
  log: boolean;
  setLog: (log: boolean) => void;
}

export function OverlayFigure({ metric, by, of, runs, series, log, setLog }: OverlayFigureProps) {
  const metricOverTime = `${METRICS[metric].label} over time`;
  const title = of ? words.titleOf(metricOverTime, of) : metricOverTime;
  return (
    <ChartFigure
      fileName={FILE_NAME}
      title={by ? words.titleBy(title, by) : title}
      definition={overlay}
      data={{
        metric,
        runs: runs.flatMap(({ name, order = 0, baseline, single }, place) => {
          const drawn = series[place];
          return drawn ? [{ name, order, baseline, single, series: drawn }] : [];
        }),
        log: false,
      }}
      toggled={log}
      onToggled={setLog}
    />
  );
}
