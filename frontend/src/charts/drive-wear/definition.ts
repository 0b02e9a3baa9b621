/** The wear of one drive and its forecast, beside the median of other drives of its model. */
import { formatDateTime, formatPercent } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { type DriveWearData, driveWearOption, forecastText, wearStyles } from "./option";

function describe({ name, points, neighbours, forecast, reason }: DriveWearData): string {
  const last = points.at(-1);
  if (!last) return words.noWear;
  const percent = (value: number) => formatPercent(value);
  const others = neighbours?.points.at(-1);
  return [
    words.wearNow(name, percent(last[1])),
    ...(neighbours && others ? [words.wearOfNeighbours(neighbours.name, percent(others[1]))] : []),
    forecast ? words.usedUp(forecastText(forecast)) : reason,
  ].join(" ");
}

function table({ name, points, neighbours }: DriveWearData): DataTable {
  const percent = (value: Cell) => formatPercent(value as number | null, { digits: 4 });
  const rows = new Map<number, Cell[]>();
  for (const [at, value] of points) rows.set(at, [new Date(at).toISOString(), value, null]);
  for (const [at, value] of neighbours?.points ?? []) {
    const row = rows.get(at) ?? [new Date(at).toISOString(), null, null];
    rows.set(at, [row[0] ?? null, row[1] ?? null, value]);
  }
  return {
    caption: words.wearTable(name),
    columns: [
      { label: words.when, unit: null, format: (value) => formatDateTime(value as string | null) },
      { label: name, unit: "percent", format: percent },
      { label: neighbours?.name ?? words.neighbours, unit: "percent", format: percent },
    ],
    rows: [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row),
  };
}

export const driveWear: ChartDefinition<DriveWearData> = {
  id: "drive-wear",
  title: words.wearTitle,
  height: (_, width) => heightAt(DRAWN.driveWear, width),
  option: driveWearOption,
  legend: ({ name, neighbours }, theme) => {
    const styles = wearStyles(theme);
    return [
      { name, kind: "line", style: styles.subject, symbol: false },
      ...(neighbours
        ? [{ name: neighbours.name, kind: "line" as const, style: styles.neighbours, symbol: false }]
        : []),
    ];
  },
  subtitle: ({ forecast }) => (forecast ? words.wearSubtitle : words.wearAlone),
  describe,
  caption: (data) => (data.forecast ? "" : data.points.length > 0 ? data.reason : words.noWear),
  table,
  zoomable: false,
};
