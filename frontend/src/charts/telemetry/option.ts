/** Telemetry chart: the server's own readings of each second, as panels on the time axis of the run. */
import { TELEMETRY_METRICS } from "@/lib/metrics";
import { charts as words } from "@/messages/charts";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { type ChartNote, NOTES_NAME } from "../preconditioning/notes";
import { seriesPanel } from "../preconditioning/option";
import { type Panel, timePanelsOption } from "../preconditioning/panels";
import { extentOf, hasReadings, type SeriesData } from "../preconditioning/readings";
import type { ChartTheme } from "../theme";
import type { TimeRange } from "../zoom";

export interface TelemetryData {
  /** Answers of `GET /series?source=telemetry`; one without readings has no panel. */
  series: readonly SeriesData[];
  /** The stretch that is looked at; all of it unless given. */
  range?: TimeRange | null;
  notes?: readonly ChartNote[];
}

export function telemetryPanels({ series }: TelemetryData): Panel[] {
  return TELEMETRY_METRICS.flatMap((metric) => {
    const match = series.find((candidate) => candidate.metric === metric);
    return match && hasReadings(match) ? [seriesPanel(metric, match)] : [];
  });
}

/** Name of the notes here: their list appears beside the curves of the run. */
export const TELEMETRY_NOTES = words.telemetryNotes;

export function telemetryOption(data: TelemetryData, theme: ChartTheme, view: ChartView): ChartOption {
  const option = timePanelsOption(
    {
      panels: telemetryPanels(data),
      phases: data.series[0]?.phases ?? [],
      window: null,
      logLatency: false,
      live: false,
      extent: data.series.some(hasReadings) ? extentOf(data.series) : undefined,
      range: data.range,
      notes: data.notes,
    },
    theme,
    view,
  );
  const named = (series: ChartSeries): ChartSeries =>
    series.name === NOTES_NAME ? { ...series, name: TELEMETRY_NOTES } : series;
  return { ...option, series: option.series.map(named) };
}
