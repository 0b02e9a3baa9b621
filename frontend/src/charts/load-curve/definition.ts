/** The load curve chart (C4): latency over achieved IOPS while the offered load grows. */
import type { ChartDefinition } from "../definition";
import { type LoadData, loadCurves } from "./curves";
import { loadCurveOption, loadStyle } from "./option";
import { describeLoadCurves, loadCurveTable, loadRemarks } from "./table";

export const loadCurve: ChartDefinition<LoadData> = {
  id: "load-curve",
  title: "Latency over offered load",
  height: () => 440,
  option: loadCurveOption,
  legend: (data, theme) =>
    loadCurves(data).map((curve) => ({
      name: curve.name,
      kind: "line",
      style: loadStyle(curve, theme),
      symbol: true,
    })),
  describe: describeLoadCurves,
  caption: loadRemarks,
  table: loadCurveTable,
  zoomable: false,
  multiples: true,
  endNames: (data) => loadCurves(data).map(({ name }) => name),
};
