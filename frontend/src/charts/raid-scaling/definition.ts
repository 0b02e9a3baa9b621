/** RAID level by number of drives, with its numbers and a sentence. */
import { METRICS } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { barSentences, behindColumns } from "../repeats-behind";
import {
  basisText,
  behindPoint,
  drivesText,
  levelsOf,
  pointText,
  raidScalingHeight,
  raidScalingLegend,
  raidScalingOption,
  type ScalingData,
} from "./option";

export function describeScaling(data: ScalingData): string {
  const metric = METRICS[data.metric];
  const sentences = levelsOf(data).flatMap((level) => {
    const measured = data.points.filter((point) => (point.level ?? "All") === level && point.value !== null);
    const last = measured.toSorted((a, b) => a.drives - b.drives).at(-1);
    if (!last) return [];
    const share =
      last.efficiency_percent === null ? "" : `, ${formatPercent(last.efficiency_percent)} ${basisText(last)}`;
    return [`${level}: ${pointText(last, metric)} with ${drivesText(last.drives)}${share}.`];
  });
  if (sentences.length === 0) return `${metric.label}: no values.`;
  const impossible = data.points.some(({ state }) => state === "impossible");
  const behind = data.points.map((point) => behindPoint(point, data));
  return [
    ...sentences,
    ...barSentences(behind, [data.metric]),
    ...(impossible ? ["A dash marks an impossible array."] : []),
  ].join(" ");
}

export function scalingTable(data: ScalingData): DataTable {
  const metric = METRICS[data.metric];
  const behind = data.points.map((point) => behindPoint(point, data));
  const { columns, cells } = behindColumns(behind, [metric]);
  const text = (value: Cell) => String(value ?? "");
  const number = (value: Cell) => (value === null ? "" : metric.format(Number(value), { digits: 4 }));
  return {
    caption: `${metric.label} by ${data.label} and number of drives`,
    columns: [
      { label: data.label, unit: null, format: text },
      { label: "Drives", unit: null, format: text },
      { label: "State", unit: null, format: text },
      { label: metric.label, unit: metric.unit, format: number },
      { label: "Precision", unit: null, format: text },
      { label: "Ideal", unit: metric.unit, format: number },
      {
        label: "Scaling efficiency",
        unit: "%",
        format: (value) => (value === null ? "" : formatPercent(Number(value), { digits: 4 })),
      },
      { label: "100 % are", unit: null, format: text },
      ...columns,
    ],
    rows: data.points.map((point, index): Cell[] => [
      point.level,
      point.drives,
      point.state.replace("_", " "),
      point.value,
      point.value_kind,
      point.ideal,
      point.efficiency_percent,
      basisText(point).replace(/^of /, ""),
      ...cells(behind[index]?.n === undefined ? null : behind[index]),
    ]),
  };
}

export const raidScaling: ChartDefinition<ScalingData> = {
  id: "raid-scaling",
  title: "RAID level by number of drives",
  height: raidScalingHeight,
  option: raidScalingOption,
  legend: raidScalingLegend,
  describe: describeScaling,
  table: scalingTable,
  zoomable: false,
};
