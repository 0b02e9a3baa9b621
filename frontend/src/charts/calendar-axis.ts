/** A horizontal axis of days and months in UTC, of times of day where it is shorter than that. */
import { calendarLabel, DAY_MS, timeLabel } from "@/lib/calendar";
import { xLook } from "./parts";
import type { ChartTheme } from "./theme";

/** Return the axis from one moment to another, in ms. */
export function calendarAxis(theme: ChartTheme, [min, max]: readonly [min: number, max: number]) {
  const look = xLook(theme);
  return {
    ...look,
    type: "time" as const,
    min,
    max,
    axisLabel: { ...look.axisLabel, formatter: max - min < DAY_MS ? timeLabel : calendarLabel },
    axisPointer: { label: { show: false } },
  };
}
