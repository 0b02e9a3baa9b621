/** The preconditioning chart (C1): IOPS and latencies of a run over time, with its phases and steady window. */
import { formatDuration } from "@/lib/units";
import type { ChartDefinition, LegendItem } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { type ChartTheme, subjectStyle } from "../theme";
import { BAND_NAME, LINE_NAME } from "./curves";
import { notesLegend } from "./notes";
import { type PreconditioningData, panelsOf, preconditioningOption } from "./option";
import type { Panel } from "./panels";
import { extentOf } from "./readings";
import { describePreconditioning, panelsInSight, panelsProvenance, panelsTable } from "./table";

export function panelsLegend(panels: Panel[], theme: ChartTheme): LegendItem[] {
  const style = { ...subjectStyle(theme), dash: [] };
  const band: LegendItem[] = panels.some(({ curves }) => curves.some(({ band }) => band))
    ? [{ name: BAND_NAME, kind: "band", style, symbol: false }]
    : [];
  return panels.length > 0 ? [{ name: LINE_NAME, kind: "line", style, symbol: false }, ...band] : [];
}

export const preconditioning: ChartDefinition<PreconditioningData> = {
  id: "preconditioning",
  title: "Run over time",
  height: (_, width) => heightAt(DRAWN.panels, width),
  option: preconditioningOption,
  legend: (data, theme) => [...panelsLegend(panelsOf(data), theme), ...notesLegend(data.notes ?? [], theme)],
  subtitle: (data) => {
    const [first, last] = extentOf(data.series);
    return panelsOf(data).length > 0 ? `over ${formatDuration((last - first) / 1000)}` : "";
  },
  describe: describePreconditioning,
  caption: (data) => (panelsOf(data).length > 0 ? "" : describePreconditioning(data)),
  table: (data) => panelsTable(panelsInSight(data), "Readings over time, one row per interval"),
  zoomable: true,
  extent: ({ series }) => extentOf(series),
  provenance: panelsProvenance,
  toggle: { label: "Logarithmic latency", isLog: true, apply: (data, logLatency) => ({ ...data, logLatency }) },
  along: "run-time",
};
