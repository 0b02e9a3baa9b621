/** The live chart: what a running job measures, as it arrives. */
import { charts as words } from "@/messages/charts";
import type { ChartDefinition } from "../definition";
import { panelsLegend } from "../preconditioning/definition";
import { courseOf, panelsTable } from "../preconditioning/table";
import { LIVE_METRICS, type LiveData, liveOption, livePanels } from "./option";

export const live: ChartDefinition<LiveData> = {
  id: "live",
  title: "Live readings",
  metrics: LIVE_METRICS,
  height: () => 400,
  option: liveOption,
  legend: (data, theme) => panelsLegend(livePanels(data), theme),
  caption: ({ points }) => (points.length > 0 ? "" : words.noReadings),
  describe: (data) =>
    livePanels(data)
      .map((panel) => courseOf(panel, data.phases))
      .join(" "),
  table: (data) => panelsTable(livePanels(data), "Readings so far"),
  zoomable: false,
  toggle: { label: words.logLatency, isLog: true, apply: (data, logLatency) => ({ ...data, logLatency }) },
};
