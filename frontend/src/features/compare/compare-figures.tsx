/** The charts of the comparison; loaded apart from the page because ECharts comes with them. */
import { useMemo } from "react";
import type { DetailedSeries } from "@/api/series-detail";
import type { Arrangement } from "@/charts/arrangement";
import type { Numbers } from "@/charts/changes";
import { ChartFigure } from "@/charts/chart-figure";
import { overlay } from "@/charts/overlay/definition";
import { overlayExtent } from "@/charts/overlay/option";
import type { ChartNote } from "@/charts/preconditioning/notes";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { rangeWithin, type TimeRange } from "@/charts/zoom";
import { METRICS, type MetricName } from "@/lib/metrics";
import { compare as words } from "@/messages/compare";

const FILE_NAME = "compare";

export interface OverlayFigureProps {
  metric: MetricName;
  /** The one factor in which the runs differ. */
  by: string | null;
  /** Which runs the title names, where another chart has the same. */
  of: string | null;
  chosen: readonly ChosenRun[];
  /** One for each run, in their order; null while it is on its way or when it could not be read. */
  series: readonly (DetailedSeries | null)[];
  notes: readonly ChartNote[];
  /** How the reader wants to see figures: curves over time are drawn as they are, and say so where that is another way. */
  numbers?: Numbers;
  log: boolean;
  setLog: (log: boolean) => void;
  /** The stretch that is looked at, as an address may say it: also one that is later than all curves. */
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
  arrangement: Arrangement | undefined;
  onArrangement: (arrangement: Arrangement) => void;
}

export function OverlayFigure(props: OverlayFigureProps) {
  const { metric, by, of, chosen, series, notes, numbers, log, setLog, range, onRange, arrangement, onArrangement } =
    props;
  const metricOverTime = `${METRICS[metric].label} over time`;
  const title = of ? words.titleOf(metricOverTime, of) : metricOverTime;
  // Drawing is dear: it is done once for each change, however often the page around it is rendered.
  const whole = useMemo(() => {
    const runs = chosen.flatMap(({ name, order = 0, baseline, single }, place) => {
      const drawn = series[place];
      return drawn ? [{ name, order, baseline, single, series: drawn }] : [];
    });
    return { metric, runs, log: false, notes, numbers };
  }, [metric, chosen, series, notes, numbers]);
  const data = useMemo(() => ({ ...whole, range: rangeWithin(range, overlayExtent(whole)) }), [whole, range]);
  return (
    <ChartFigure
      fileName={FILE_NAME}
      title={by ? words.titleBy(title, by) : title}
      definition={overlay}
      data={data}
      range={data.range}
      onRange={onRange}
      {...(arrangement ? { arrangement } : {})}
      onArrangement={onArrangement}
      toggled={log}
      onToggled={setLog}
    />
  );
}
