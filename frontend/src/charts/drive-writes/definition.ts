/** Bytes written to a drive by week and cause. */
import { dayOf } from "@/lib/calendar";
import { formatBytes } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { CAUSES, causeStyle, type DriveWritesData, driveWritesOption, writesUnit } from "./option";

function describe({ weeks }: DriveWritesData): string {
  if (weeks.length === 0) return words.noWrites;
  const parts = CAUSES.map((cause) => {
    const values = weeks.map((week) => week[cause]).filter((value) => value !== null);
    if (values.length === 0) return words.causeUnknown(words.causes[cause]);
    return words.causeBytes(words.causes[cause], formatBytes(values.reduce((sum, value) => sum + value, 0)));
  });
  return words.writesSentence(weeks.length, parts.join(", "));
}

function table({ weeks }: DriveWritesData): DataTable {
  const bytes = (value: Cell) => (value === null ? words.unknown : formatBytes(value as number, { digits: 4 }));
  return {
    caption: words.writesTable,
    columns: [
      { label: words.week, unit: null, format: (value) => String(value ?? "") },
      ...CAUSES.map((cause) => ({ label: words.causes[cause], unit: "B", format: bytes })),
    ],
    rows: weeks.map((week) => [dayOf(week.start), week.runs, week.preparation, week.other]),
  };
}

export const driveWrites: ChartDefinition<DriveWritesData> = {
  id: "drive-writes",
  title: words.writesTitle,
  height: (_, width) => heightAt(DRAWN.driveWrites, width),
  option: driveWritesOption,
  legend: (_, theme) =>
    CAUSES.map((cause) => ({
      name: words.causes[cause],
      kind: "area" as const,
      style: causeStyle(cause, theme),
      symbol: false,
    })),
  subtitle: (data) => words.writesSubtitle(writesUnit(data)),
  describe,
  caption: (data) => {
    if (data.weeks.length === 0) return words.noWrites;
    return data.weeks.some((week) => CAUSES.some((cause) => week[cause] === null)) ? words.someUnknown : "";
  },
  table,
  zoomable: false,
};
