/** The temperature of a drive by day. */
import { dayOf } from "@/lib/calendar";
import { formatTemperature } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { subjectStyle } from "../theme";
import { type DriveTemperatureData, driveTemperatureOption, MEAN_NAME, SPAN_NAME } from "./option";

function describe({ days }: DriveTemperatureData): string {
  const last = days.at(-1);
  if (!last) return words.noTemperature;
  const lowest = Math.min(...days.map(({ low }) => low));
  const highest = Math.max(...days.map(({ high }) => high));
  return words.temperatureSentence(
    formatTemperature(lowest),
    formatTemperature(highest),
    formatTemperature(last.mean),
    dayOf(last.day),
  );
}

function table({ days }: DriveTemperatureData): DataTable {
  const degrees = (value: Cell) => formatTemperature(value as number | null);
  return {
    caption: words.temperatureTable,
    columns: [
      { label: words.day, unit: null, format: (value) => String(value ?? "") },
      ...[words.lowest, words.mean, words.highest].map((label) => ({ label, unit: "degC", format: degrees })),
    ],
    rows: days.map(({ day, low, mean, high }) => [dayOf(day), low, mean, high]),
  };
}

export const driveTemperature: ChartDefinition<DriveTemperatureData> = {
  id: "drive-temperature",
  title: words.temperatureTitle,
  height: (_, width) => heightAt(DRAWN.driveTemperature, width),
  option: driveTemperatureOption,
  legend: (_, theme) => [
    { name: SPAN_NAME, kind: "area", style: subjectStyle(theme), symbol: false },
    { name: MEAN_NAME, kind: "line", style: subjectStyle(theme), symbol: false },
  ],
  endNames: () => [SPAN_NAME, MEAN_NAME],
  subtitle: () => words.temperatureSubtitle,
  describe,
  caption: (data) => (data.days.length > 0 ? "" : words.noTemperature),
  table,
  zoomable: false,
};
