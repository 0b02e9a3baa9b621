/** The limits of the axes of a chart, fixed, so that each of its curves can be drawn on axes of its own and be compared. */
import type { ChartOption, ChartSeries } from "./definition";

type Axis = ChartOption["xAxis"][number] | ChartOption["yAxis"][number];
export type AxisLimits = { min?: number; max?: number; interval?: number };

/** Ticks that a small panel has room for. */
const STEPS = 3;
const ROUND = [1, 2, 2.5, 5, 10];

/** The numbers of a series along one of its dimensions; ECharts takes them as pairs, as objects with pairs, or flat. */
function numbersOf(series: ChartSeries, axis: "x" | "y"): number[] {
  const { data } = series;
  const place = axis === "x" ? 0 : 1;
  if (ArrayBuffer.isView(data)) {
    const flat = [...(data as unknown as Float64Array)];
    return flat.filter((value, index) => index % 2 === place && Number.isFinite(value));
  }
  if (!Array.isArray(data)) return [];
  const encoded = series.type === "custom" ? (series.encode?.[axis] as number | number[] | undefined) : undefined;
  const dimensions = [encoded ?? place].flat();
  return data.flatMap((item: unknown) => {
    const pair = Array.isArray(item) ? item : (item as { value?: unknown } | null)?.value;
    if (!Array.isArray(pair)) return [];
    return dimensions
      .map((dimension) => pair[dimension])
      .filter((value) => typeof value === "number" && Number.isFinite(value));
  });
}

/** The least round number from `value` on that a few equal round steps reach, and such a step. */
export function roundUp(value: number): { max: number; interval: number } {
  if (!(value > 0)) return { max: 1, interval: 1 };
  const decade = 10 ** Math.floor(Math.log10(value / STEPS));
  const interval = (ROUND.find((multiple) => multiple * decade * STEPS >= value) ?? 10) * decade;
  return { max: Math.ceil(Number((value / interval).toPrecision(12))) * interval, interval };
}

/** Round limits on both sides of zero, which both are whole steps from. */
function aroundZero(low: number, high: number): AxisLimits {
  const { interval } = roundUp(Math.max(high, -low));
  const whole = (value: number) => Math.ceil(Number((value / interval).toPrecision(12))) * interval;
  return { min: -whole(-low), max: whole(Math.max(high, 0)), interval };
}

function extremes(values: readonly number[]): [low: number, high: number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function limitsOf(axis: Axis, values: readonly number[]): AxisLimits {
  const { type, min, max } = axis as { type?: string; min?: unknown; max?: unknown };
  const isOpen = (limit: unknown) => limit === undefined || limit === null;
  if (type === "category" || type === "time" || (!isOpen(min) && !isOpen(max))) return {};
  const [low, high] = extremes(type === "log" ? values.filter((value) => value > 0) : values);
  if (!Number.isFinite(high)) return {};
  if (type !== "log" && low < 0 && isOpen(min) && isOpen(max)) return aroundZero(low, high);
  if (type !== "log") return { ...(isOpen(min) && low >= 0 ? { min: 0 } : {}), ...(isOpen(max) ? roundUp(high) : {}) };
  const decades = { min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) };
  return { ...(isOpen(min) ? { min: decades.min } : {}), ...(isOpen(max) ? { max: decades.max } : {}) };
}

/** For each axis the limits that it would find by itself when all curves are drawn on it; empty where it has its own. */
export function commonLimits({ xAxis, yAxis, series }: ChartOption): { x: AxisLimits[]; y: AxisLimits[] } {
  const valuesOn = (axis: "x" | "y", index: number) =>
    series.filter((entry) => (entry[`${axis}AxisIndex`] ?? 0) === index).flatMap((entry) => numbersOf(entry, axis));
  return {
    x: xAxis.map((axis, index) => limitsOf(axis, valuesOn("x", index))),
    y: yAxis.map((axis, index) => limitsOf(axis, valuesOn("y", index))),
  };
}
