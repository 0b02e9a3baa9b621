/** Scaling efficiency over numbers of drives, with its numbers and a sentence. */
import { formatPercent } from "@/lib/units";
import { charts } from "@/messages/charts";
import type { ChartDefinition } from "../definition";
import { spreadSentences } from "../pivot-repeats";
import { scalingTable } from "../raid-scaling/definition";
import { basisText, behindPoint, drivesText, type ScalingData } from "../raid-scaling/option";
import {
  efficiencyHeight,
  efficiencyLegend,
  efficiencyOption,
  efficiencyPoints,
  efficiencySpan,
  linesOf,
} from "./option";

function describe(data: ScalingData): string {
  const sentences = linesOf(data).flatMap((level) => {
    const last = efficiencyPoints(data, level).at(-1);
    if (!last) return [];
    return [
      `${level} keeps ${formatPercent(last.efficiency_percent)} ${basisText(last)} with ${drivesText(last.drives)}.`,
    ];
  });
  if (sentences.length === 0) return "No level was measured with two numbers of drives.";
  const points = linesOf(data).flatMap((level) => efficiencyPoints(data, level));
  const behind = points.map((point) => behindPoint(point, data));
  const drawn = spreadSentences(behind, data.metric);
  const isScaled = points.some((point) => efficiencySpan(point, data, "spans") !== null);
  return [...sentences, ...drawn, ...(isScaled ? [charts.repeats.asPercent] : [])].join(" ");
}

export const scalingEfficiency: ChartDefinition<ScalingData> = {
  id: "scaling-efficiency",
  title: "Scaling efficiency",
  height: efficiencyHeight,
  option: efficiencyOption,
  legend: efficiencyLegend,
  describe,
  table: scalingTable,
  zoomable: false,
};
