/** Scaling efficiency over numbers of drives, with its numbers and a sentence. */
import { formatPercent } from "@/lib/units";
import type { ChartDefinition } from "../definition";
import { scalingTable } from "../raid-scaling/definition";
import { basisText, drivesText, type ScalingData } from "../raid-scaling/option";
import { efficiencyHeight, efficiencyLegend, efficiencyOption, efficiencyPoints, linesOf } from "./option";

function describe(data: ScalingData): string {
  const sentences = linesOf(data).flatMap((level) => {
    const last = efficiencyPoints(data, level).at(-1);
    if (!last) return [];
    return [
      `${level} keeps ${formatPercent(last.efficiency_percent)} ${basisText(last)} with ${drivesText(last.drives)}.`,
    ];
  });
  return sentences.join(" ") || "No level was measured with two numbers of drives.";
}

export const scalingEfficiency: ChartDefinition<ScalingData> = {
  id: "scaling-efficiency",
  title: "Scaling efficiency",
  metrics: [],
  height: efficiencyHeight,
  option: efficiencyOption,
  legend: efficiencyLegend,
  describe,
  table: scalingTable,
  zoomable: false,
};
