/** A matrix of a report with its sentence and its numbers. */
import type { ChartDefinition } from "../definition";
import { describeMatrix, matrixTable } from "../report/matrix-table";
import type { MatrixPanel } from "../report/panels";
import { matrixHeight, matrixOption } from "./option";

export const reportMatrix: ChartDefinition<MatrixPanel> = {
  id: "report-matrix",
  title: "Matrix",
  height: matrixHeight,
  option: matrixOption,
  legend: () => [],
  describe: describeMatrix,
  table: matrixTable,
  zoomable: false,
};
