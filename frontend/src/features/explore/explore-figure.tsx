/** The drawing of the page; loaded apart from it because ECharts comes with it. */
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ChartFigure } from "@/charts/chart-figure";
import { parallel } from "@/charts/parallel/definition";
import { axisExtent, completeLines, type ParallelData, type Ranges } from "@/charts/parallel/option";
import type { ChartInstance } from "@/charts/runtime";
import type { MetricName } from "@/lib/metrics";
import { explore as words } from "@/messages/explore";

interface AreaSelected {
  parallelAxisId?: string;
  intervals?: [number, number][];
}

export function ExploreFigure({ data, ask }: { data: ParallelData; ask: (ranges: Ranges) => void }) {
  const latest = useRef({ data, ask });
  useEffect(() => {
    latest.current = { data, ask };
  });
  const onEvents = useMemo(
    () => ({
      axisareaselected: (event: unknown) => {
        const { parallelAxisId, intervals = [] } = event as AreaSelected;
        const { data: drawn, ask: tell } = latest.current;
        const name = drawn.axes.find((each) => each === parallelAxisId);
        if (!name) return;
        const [first] = intervals;
        const rest = Object.entries(drawn.ranges).filter(([other]) => other !== name);
        const own = first ? [[name, { from: Math.min(...first), to: Math.max(...first) }]] : [];
        tell(Object.fromEntries([...rest, ...own]));
      },
    }),
    [],
  );
  // ECharts takes a selection as an action only, and shows one that it was told of with the next drawing.
  const { axes, lines, ranges } = data;
  const afterDraw = useCallback(
    (chart: ChartInstance) => {
      const drawn = completeLines({ axes, lines, ranges });
      const asked = axes.filter((name) => ranges[name]);
      for (const name of asked) {
        chart.dispatchAction(
          {
            type: "axisAreaSelect",
            parallelAxisId: name,
            intervals: [interval(name, ranges, axisExtent(name, drawn))],
          },
          { silent: true },
        );
      }
      if (asked.length > 0) chart.resize({ silent: true });
    },
    [axes, lines, ranges],
  );
  return (
    <ChartFigure
      definition={parallel}
      data={data}
      title={words.figure}
      fileName="explore"
      onEvents={onEvents}
      afterDraw={afterDraw}
    />
  );
}

/** Both ends of a range within its axis. */
function interval(name: MetricName, ranges: Ranges, { min, max }: { min: number; max: number }): [number, number] {
  const { from, to } = ranges[name] ?? { from: null, to: null };
  return [Math.min(Math.max(from ?? min, min), max), Math.min(Math.max(to ?? max, min), max)];
}
