/** The histogram of a report with its sentence and its numbers. */
import { formatCount } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import type { HistogramPanel } from "../report/panels";
import { valueText } from "../report/units";
import { seriesStyle, subjectStyle } from "../theme";
import { CONFIDENCE_NAME, COUNT_NAME, histogramOption, MARK_NAME } from "./option";

function describe({ bins, marks }: HistogramPanel): string {
  const total = bins.reduce((sum, { ios }) => sum + ios, 0);
  const markTexts = marks.flatMap(({ label, ns }) => (ns === null ? [] : [`${label} ${valueText("ns", ns)}`]));
  return `${formatCount(total)} I/Os: ${markTexts.join(", ")}. Counts and shares have logarithmic scales.`;
}

function table({ title, bins }: HistogramPanel): DataTable {
  return {
    caption: title,
    columns: [
      { label: "Latency", unit: "ns", format: (value) => valueText("ns", value, 4) },
      { label: "I/Os", unit: null, format: (value) => formatCount(value as number | null) },
      { label: "Confidence level", unit: "percent", format: (value) => valueText("percent", value, 7) },
    ],
    rows: bins.map(({ ns, ios, percent }): Cell[] => [ns, ios, percent]),
  };
}

export const reportHistogram: ChartDefinition<HistogramPanel> = {
  id: "report-histogram",
  title: "Latency",
  height: () => 460,
  option: histogramOption,
  legend: (_, theme) => [
    { name: COUNT_NAME, kind: "area", style: subjectStyle(theme), symbol: false },
    { name: CONFIDENCE_NAME, kind: "line", style: subjectStyle(theme), symbol: false },
    { name: MARK_NAME, kind: "line", style: { ...seriesStyle(theme, 1), dash: [7, 4] }, symbol: false },
  ],
  describe,
  table,
  zoomable: false,
};
