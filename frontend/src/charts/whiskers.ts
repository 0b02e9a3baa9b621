/** Whiskers: from the lowest to the highest of what stands behind a point, with a short cross line at both ends. */
import type { CustomSeriesOption } from "echarts";

const HALF_CAP = 4;
const WIDTH = 1.25;
const BROAD = 4;

export interface WhiskersData {
  /** The name of the curve, under which the legend shows and hides them. */
  name: string;
  /** Which pair of axes they belong to. */
  axis: number;
  colour: string;
  points: readonly (readonly [x: number, low: number, high: number])[];
  /** A broad line without ends, for what lies within the whiskers' reach and is no extreme. */
  broad?: true;
}

/** A series of whiskers; none where no point has any. */
export function whiskers({ name, axis, colour, points, broad }: WhiskersData): CustomSeriesOption[] {
  if (points.length === 0) return [];
  return [
    {
      type: "custom",
      name,
      xAxisIndex: axis,
      yAxisIndex: axis,
      silent: true,
      clip: true,
      z: 3,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      data: points.map((point) => [...point]),
      renderItem: (_, api) => {
        const at = (index: number) => api.coord([api.value(0), api.value(index)]);
        const [x = 0, low = 0] = at(1);
        const [, high = 0] = at(2);
        const line = (x1: number, y1: number, x2: number, y2: number) => ({
          type: "line" as const,
          shape: { x1, y1, x2, y2 },
          style: { stroke: colour, lineWidth: broad ? BROAD : WIDTH },
        });
        return {
          type: "group",
          children: broad
            ? [line(x, low, x, high)]
            : [
                line(x, low, x, high),
                line(x - HALF_CAP, low, x + HALF_CAP, low),
                line(x - HALF_CAP, high, x + HALF_CAP, high),
              ],
        };
      },
    },
  ];
}
