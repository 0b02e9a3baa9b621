/** The sparkline (C14) as a chart of its own, for the gallery; pages draw it in a cell with `Sparkline`. */
import { METRICS } from "@/lib/metrics";
import { formatElapsed } from "@/lib/units";
import { sparkline as words } from "@/messages/sparkline";
import type { ChartDefinition } from "../definition";
import { describeSparkline, SPARKLINE, type SparklineData, sparklineOption } from "./option";

export const sparkline: ChartDefinition<SparklineData> = {
  id: "sparkline",
  title: words.title,
  metrics: ["iops"],
  height: () => SPARKLINE.height,
  option: sparklineOption,
  legend: () => [],
  describe: describeSparkline,
  table: ({ metric, t_ms, values }) => {
    const { label, unit, format } = METRICS[metric];
    return {
      caption: words.caption(label),
      columns: [
        { label: words.elapsed, unit: "ms", format: (value) => formatElapsed(value as number | null) },
        { label, unit, format: (value) => format(value as number | null, { digits: 4 }) },
      ],
      rows: t_ms.map((t, index) => [t, values[index] ?? null]),
    };
  },
  zoomable: false,
};
