/** The telemetry chart: devices, processor and temperature as the server read them while a run went on. */
import { TELEMETRY_METRICS, TIME_METRICS } from "@/lib/metrics";
import type { ChartDefinition } from "../definition";
import { heightAt, telemetryHeights } from "../heights";
import { panelsLegend } from "../preconditioning/definition";
import { notesLegend } from "../preconditioning/notes";
import { extentOf, hasReadings, panelsWithin, samplesOf } from "../preconditioning/readings";
import { courseOf, inSight, panelsTable } from "../preconditioning/table";
import { TELEMETRY_NOTES, type TelemetryData, telemetryOption, telemetryPanels } from "./option";

/** List the readings that the server or its drives did not provide; empty where all are there, or none. */
function missingText(data: TelemetryData): string {
  const all = telemetryPanels(data);
  const missing = TELEMETRY_METRICS.filter((name) => all.every(({ metric }) => metric !== name));
  const labels = missing.map((name) => TIME_METRICS[name].label);
  return all.length > 0 && labels.length > 0 ? `Not available: ${labels.join(", ")}.` : "";
}

/** Describe the curves, and the readings that the server or its drives did not provide. */
function describeTelemetry(data: TelemetryData): string {
  const all = telemetryPanels(data);
  if (all.length === 0) return "No readings of the server.";
  const panels = panelsWithin(all, data.range);
  const notes = data.notes?.length ? [`Notes: ${data.notes.length}.`] : [];
  return (
    inSight(data.range) +
    [...panels.map((panel) => courseOf(panel)), ...(missingText(data) ? [missingText(data)] : []), ...notes].join(" ")
  );
}

/** Describe the drawn readings, of the first metric that has any. */
function telemetryProvenance({ series, range }: TelemetryData): string | null {
  const drawn = series.find(hasReadings);
  const samples = drawn ? samplesOf(drawn, range) : null;
  return samples && `Drawn: ${samples}.`;
}

export const telemetry: ChartDefinition<TelemetryData> = {
  id: "telemetry",
  title: "The server during the run",
  height: (data, width) => heightAt(telemetryHeights(telemetryPanels(data).length), width),
  option: telemetryOption,
  legend: (data, theme) => [
    ...panelsLegend(telemetryPanels(data), theme),
    ...notesLegend(data.notes ?? [], theme).map((item) => ({ ...item, name: TELEMETRY_NOTES })),
  ],
  describe: describeTelemetry,
  caption: (data) => (telemetryPanels(data).length > 0 ? missingText(data) : describeTelemetry(data)),
  table: (data) =>
    panelsTable(panelsWithin(telemetryPanels(data), data.range), "Readings of the server, one row per interval"),
  zoomable: true,
  extent: ({ series }) => extentOf(series),
  provenance: telemetryProvenance,
  along: "run-time",
};
