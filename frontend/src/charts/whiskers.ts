/** Certainty of a figure: whiskers with a short cross line at both ends, or its two values. */
import type { CustomSeriesOption, CustomSeriesRenderItemAPI } from "echarts";
import { certaintyOf, type FigureCertainty } from "./repeats-behind";

const HALF_CAP = 3;
const WIDTH = 1.25;
const END_RADIUS = 3.5;
/** Radius of each of two values. */
const VALUE_RADIUS = 2.25;
const HALO = 1.25;

/** From a place and a value to others. */
type Ends = readonly [place1: number, value1: number, place2: number, value2: number];

export interface WhiskersData {
  /** The name of the curve, under which the legend shows and hides them. */
  name: string;
  /** Index of their pair of axes. */
  axis: number;
  colour: string;
  /** Position of each on the axis of places, and its ends on that of values. */
  points: readonly (readonly [place: number, low: number, high: number])[];
  /** Axis of values: upright by default. */
  along?: "x" | "y";
  /** Shift of each beside its place, as a share of the width of a category. */
  shifts?: readonly number[];
  /** Drawn around them where they lie on a filled shape, which may have any colour. */
  halo?: string;
}

/** A share of the width of a category in pixels; a logarithmic axis has no categories, and no widths. */
function shiftOf(api: CustomSeriesRenderItemAPI, isUpright: boolean, share: number | undefined): number {
  if (share === undefined) return 0;
  const [wide = 0, high = 0] = (api.size?.([1, 1]) ?? []) as number[];
  return share * (isUpright ? wide : high);
}

/** Return the common part of all series of ends, whatever they draw at them. */
function frameOf({ name, axis, points, along }: Pick<WhiskersData, "name" | "axis" | "points" | "along">) {
  return {
    type: "custom" as const,
    name,
    xAxisIndex: axis,
    yAxisIndex: axis,
    silent: true,
    clip: true,
    z: 3,
    tooltip: { show: false },
    encode: along === "y" ? { x: 0, y: [1, 2] } : { x: [1, 2], y: 0 },
    data: points.map((point) => [...point]),
  };
}

/** A series of whiskers; none where no point has any. */
export function whiskers({
  name,
  axis,
  colour,
  points,
  along = "y",
  shifts,
  halo,
}: WhiskersData): CustomSeriesOption[] {
  if (points.length === 0) return [];
  return [
    {
      ...frameOf({ name, axis, points, along }),
      renderItem: ({ dataIndex }, api) => {
        const isUpright = along === "y";
        const at = (index: number) => {
          const [place, value] = [api.value(0), api.value(index)];
          return api.coord(isUpright ? [place, value] : [value, place]);
        };
        const [from, to] = [at(1), at(2)];
        const [middle = 0, low = 0] = isUpright ? from : from.toReversed();
        const [, high = 0] = isUpright ? to : to.toReversed();
        const place = middle + shiftOf(api, isUpright, shifts?.[dataIndex]);
        const line = (ends: Ends, stroke: string, lineWidth: number) => ({
          type: "line" as const,
          shape: isUpright
            ? { x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3] }
            : { x1: ends[1], y1: ends[0], x2: ends[3], y2: ends[2] },
          style: { stroke, lineWidth },
        });
        const lines: Ends[] = [
          [place, low, place, high],
          [place - HALF_CAP, low, place + HALF_CAP, low],
          [place - HALF_CAP, high, place + HALF_CAP, high],
        ];
        return {
          type: "group",
          children: [
            ...(halo ? lines.map((ends) => line(ends, halo, WIDTH + 2 * HALO)) : []),
            ...lines.map((ends) => line(ends, colour, WIDTH)),
          ],
        };
      },
    },
  ];
}

/** Spread behind one point of a chart. */
export interface Marked extends FigureCertainty {
  place: number;
}

/** The marks behind the points of a curve or behind bars. */
export function certaintyMarks({
  points,
  shifts,
  ...look
}: Omit<WhiskersData, "points"> & { points: readonly Marked[] }): CustomSeriesOption[] {
  const marks = points.flatMap((point, index) => {
    const certainty = certaintyOf(point);
    return certainty ? [{ ...certainty, place: point.place, shift: shifts?.[index] }] : [];
  });
  const shifted = (own: typeof marks) => (shifts ? { shifts: own.map(({ shift }) => shift ?? 0) } : {});
  const [pairs, lines] = [marks.filter(({ kind }) => kind === "both"), marks.filter(({ kind }) => kind !== "both")];
  return [
    ...whiskers({ ...look, ...shifted(lines), points: lines.map(({ place, ends }) => [place, ...ends] as const) }),
    ...bothValues({ ...look, ...shifted(pairs), points: pairs.map(({ place, ends }) => [place, ...ends] as const) }),
  ];
}

/** Dots at both of two values. */
function bothValues({ name, axis, colour, points, along = "y", shifts, halo }: WhiskersData): CustomSeriesOption[] {
  if (points.length === 0) return [];
  return [
    {
      ...frameOf({ name, axis, points, along }),
      renderItem: ({ dataIndex }, api) => {
        const isUpright = along === "y";
        const shift = shiftOf(api, isUpright, shifts?.[dataIndex]);
        return {
          type: "group",
          children: [1, 2].map((index) => {
            const [place, value] = [api.value(0), api.value(index)];
            const [x = 0, y = 0] = api.coord(isUpright ? [place, value] : [value, place]);
            const [cx, cy] = isUpright ? [x + shift, y] : [x, y + shift];
            const style = { fill: colour, ...(halo ? { stroke: halo, lineWidth: HALO } : {}) };
            return { type: "circle" as const, shape: { cx, cy, r: VALUE_RADIUS }, style };
          }),
        };
      },
    },
  ];
}

export interface OpenEndsData {
  name: string;
  colour: string;
  fill: string;
  points: readonly (readonly [value: number, place: number])[];
  /** Axis of values: that of horizontal bars by default. */
  along?: "x" | "y";
  shifts?: readonly number[];
}

/** Build open circles at the ends of bars, each of one run beside others of several; no series without such bars. */
export function openEnds({ name, colour, fill, points, along = "x", shifts }: OpenEndsData): CustomSeriesOption[] {
  if (points.length === 0) return [];
  return [
    {
      type: "custom",
      name,
      silent: true,
      z: 4,
      tooltip: { show: false },
      encode: along === "x" ? { x: 0, y: 1 } : { x: 1, y: 0 },
      data: points.map((point) => [...point]),
      renderItem: ({ dataIndex }, api) => {
        const isUpright = along === "y";
        const [value, place] = [api.value(0), api.value(1)];
        const [x = 0, y = 0] = api.coord(isUpright ? [place, value] : [value, place]);
        const shift = shiftOf(api, isUpright, shifts?.[dataIndex]);
        const [cx, cy] = isUpright ? [x + shift, y] : [x, y + shift];
        return { type: "circle", shape: { cx, cy, r: END_RADIUS }, style: { fill, stroke: colour, lineWidth: WIDTH } };
      },
    },
  ];
}
