/** The queue depth chart (C3): how IOPS and latency grow with the number of outstanding I/O. */
import type { ChartDefinition } from "../definition";
import { seriesStyle } from "../theme";
import { depthCurves, type MeasurementsData, queueDepthOption } from "./option";
import { describeQueueDepth, queueDepthTable } from "./table";

export const queueDepth: ChartDefinition<MeasurementsData> = {
  id: "queue-depth",
  title: "IOPS and latency over outstanding I/O",
  metrics: ["iops", "lat_mean"],
  height: () => 520,
  option: queueDepthOption,
  legend: (data, theme) =>
    depthCurves(data).map(({ name }, index) => ({
      name,
      kind: "line",
      style: seriesStyle(theme, index),
      symbol: true,
    })),
  describe: describeQueueDepth,
  table: queueDepthTable,
  zoomable: false,
};
