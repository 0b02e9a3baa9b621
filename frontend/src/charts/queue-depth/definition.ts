/** The queue depth chart (C3): how IOPS and latency grow with the number of outstanding I/O. */
import type { ChartDefinition } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { depthCurves, depthWorkload, type QueueDepthData } from "./curves";
import { depthStyle, queueDepthOption } from "./option";
import { depthRemarks, describeQueueDepth, queueDepthTable } from "./table";

export const queueDepth: ChartDefinition<QueueDepthData> = {
  id: "queue-depth",
  title: "IOPS and latency over outstanding I/O",
  height: (_, width) => heightAt(DRAWN.queueDepth, width),
  option: queueDepthOption,
  legend: (data, theme) =>
    depthCurves(data).map((curve) => ({
      name: curve.name,
      kind: "line",
      style: depthStyle(curve, theme),
      symbol: true,
    })),
  subtitle: depthWorkload,
  describe: describeQueueDepth,
  caption: depthRemarks,
  table: queueDepthTable,
  zoomable: false,
  multiples: true,
  endNames: (data) => depthCurves(data).map(({ name }) => name),
  along: "outstanding",
};
