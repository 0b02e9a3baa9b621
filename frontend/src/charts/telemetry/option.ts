/** The telemetry chart: what the server itself said each second, as panels on the time axis of the run. */
import type { TimeMetricName } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import { seriesPanel } from "../preconditioning/option";
import { type Panel, timePanelsOption } from "../preconditioning/panels";
import { hasReadings, type SeriesData } from "../preconditioning/readings";
import type { ChartTheme } from "../theme";

export interface TelemetryData {
  /** Answers of `GET /series?source=telemetry`; one without readings has no panel. */
  series: SeriesData[];
}

/** In the order of the panels: what the devices did first, then how the server fared. */
export const TELEMETRY_METRICS = [
  "iops",
  "bandwidth",
  "utilisation",
  "queue",
  "cpu",
  "temperature",
] as const satisfies readonly TimeMetricName[];

export function telemetryPanels({ series }: TelemetryData): Panel[] {
  return TELEMETRY_METRICS.flatMap((metric) => {
    const found = series.find((candidate) => candidate.metric === metric);
    return found && hasReadings(found) ? [seriesPanel(metric, found)] : [];
  });
}

export function telemetryOption(data: TelemetryData, theme: ChartTheme, view: ChartView): ChartOption {
  return timePanelsOption(
    {
      panels: telemetryPanels(data),
      phases: data.series[0]?.phases ?? [],
      window: null,
      logLatency: false,
      live: false,
    },
    theme,
    view,
  );
}
