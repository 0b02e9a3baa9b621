/** A horizontal axis of days and months in UTC. */
import { calendarLabel } from "@/lib/calendar";
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
    axisLabel: { ...look.axisLabel, formatter: calendarLabel },
    axisPointer: { label: { show: false } },
  };
}
