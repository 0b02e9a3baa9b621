/** The telemetry chart: devices, processor and temperature as the server read them while a run went on. */
import { TIME_METRICS } from "@/lib/metrics";
import type { ChartDefinition } from "../definition";
import { panelsLegend } from "../preconditioning/definition";
import { columnsAt } from "../preconditioning/panels";
import { courseOf, panelsTable } from "../preconditioning/table";
import { TELEMETRY_METRICS, type TelemetryData, telemetryOption, telemetryPanels } from "./option";

const PANEL_HEIGHT = 200;
const CONTROLS_HEIGHT = 60;

/** What the curves show, and which readings the server or its drives did not give. */
function describeTelemetry(data: TelemetryData): string {
  const panels = telemetryPanels(data);
  if (panels.length === 0) return "The server gave no readings.";
  const missing = TELEMETRY_METRICS.filter((name) => panels.every(({ metric }) => metric !== name));
  const labels = missing.map((name) => TIME_METRICS[name].label);
  return [...panels.map(courseOf), ...(labels.length > 0 ? [`Not available: ${labels.join(", ")}.`] : [])].join(" ");
}

export const telemetry: ChartDefinition<TelemetryData> = {
  id: "telemetry",
  title: "The server during the run",
  metrics: TELEMETRY_METRICS,
  height: (data, width) => {
    const panels = telemetryPanels(data).length;
    return Math.ceil(panels / columnsAt(width, panels)) * PANEL_HEIGHT + CONTROLS_HEIGHT;
  },
  option: telemetryOption,
  legend: (data, theme) => panelsLegend(telemetryPanels(data), theme),
  describe: describeTelemetry,
  table: (data) => panelsTable(telemetryPanels(data), "Readings of the server, one row per interval"),
  zoomable: true,
};
