/** A rate against a latency at every load: where more load costs latency and gives no more. */
import type { ChartDefinition } from "../definition";
import { depthMetrics, depthWorkload, type QueueDepthData } from "../queue-depth/curves";
import { depthStyle } from "../queue-depth/option";
import { depthRemarks, queueDepthTable } from "../queue-depth/table";
import { bothCurves, rateLatencyOption } from "./option";
import { words } from "./words";

const HEIGHT = 400;

function describe(data: QueueDepthData): string {
  const curves = bothCurves(data);
  const { rate, latency } = depthMetrics(data);
  if (curves.length === 0) return words.none;
  const peaks = curves.flatMap(({ name, invalid, points: [first, ...others] }) => {
    if (!first || invalid) return [];
    const peak = others.reduce((top, point) => (point.rate > top.rate ? point : top), first);
    return [words.peak(name, rate.format(peak.rate), `${latency.label} ${latency.format(peak.latency)}`)];
  });
  return [...peaks, depthRemarks(data)].filter(Boolean).join(" ");
}

export const rateLatency: ChartDefinition<QueueDepthData> = {
  id: "rate-latency",
  title: words.title,
  height: () => HEIGHT,
  option: rateLatencyOption,
  legend: (data, theme) =>
    bothCurves(data).map((curve) => ({
      name: curve.name,
      kind: "line",
      style: depthStyle(curve, theme),
      symbol: true,
    })),
  subtitle: depthWorkload,
  describe,
  caption: depthRemarks,
  table: queueDepthTable,
  zoomable: false,
  endNames: (data) => bothCurves(data).map(({ name }) => name),
};
