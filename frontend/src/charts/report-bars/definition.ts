/** Grouped bars of a report with their legend, a sentence and their numbers. */
import type { ChartDefinition } from "../definition";
import { describeMatrix, matrixTable } from "../report/matrix-table";
import type { MatrixPanel } from "../report/panels";
import { barsOption, columnStyle } from "./option";

export const reportBars: ChartDefinition<MatrixPanel> = {
  id: "report-bars",
  title: "Bars",
  height: () => 320,
  option: barsOption,
  legend: (data, theme) =>
    data.columns.map((name, index) => ({ name, kind: "area", style: columnStyle(data, theme, index), symbol: false })),
  describe: describeMatrix,
  table: matrixTable,
  zoomable: false,
};
