/** The surface over share of writes and depth in three dimensions (C5b): the values and colours of the map. */
import type { TooltipComponentOption } from "echarts";
import { axisScale } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import { type ChartView, WIDE_FROM } from "../definition";
import { baseOption, plainText, textTooltip } from "../parts";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE } from "../theme";
import { heatCells, valueTitle } from "../write-share/option";
import { knownCells, type Surface, surfaceLimits, surfaceOf, type WriteShareData } from "../write-share/surface";
import { type Camera, HIGHEST, LOWEST } from "./camera";
import { depthAxis, facesOf } from "./faces";

/** Height in px at a width. */
export const surfaceHeight = (width: number): number => (width < WIDE_FROM ? 360 : 480);

const BOX = { boxWidth: 110, boxDepth: 100, boxHeight: 70 };
/** The widest that the box is from any side, in its own units, and the room of labels on either side, in px. */
const WIDEST = Math.hypot(BOX.boxWidth, BOX.boxDepth);
const LABEL_ROOM = { across: 72, along: 36 };

/** Return the number of units that fit the height, so that nothing is cut off from any viewpoint. */
function unitsInHeight({ width, height }: Size): number {
  const scale = Math.min(width - 2 * LABEL_ROOM.across, height - 2 * LABEL_ROOM.along) / WIDEST;
  return height / Math.max(scale, 0.5);
}

type Size = Pick<ChartView, "width" | "height">;

/** Place of the depth, share of writes in percent, and the map's value in base units; "-" was not measured. */
export type SurfaceValue = readonly [place: number, share: number, value: number | "-"];

export interface SurfaceItem {
  value: SurfaceValue;
  itemStyle?: { color: string };
}

interface Axis3D {
  type: "value";
  name: string;
  min?: number;
  max?: number;
  interval?: number;
  axisLabel: { formatter: (value: number) => string; [more: string]: unknown };
  [more: string]: unknown;
}

/** The part of the option of ECharts GL that is used here; it names no types itself. */
export type SurfaceOption = ReturnType<typeof baseOption> & {
  tooltip: TooltipComponentOption;
  xAxis3D: Axis3D;
  yAxis3D: Axis3D;
  zAxis3D: Axis3D;
  grid3D: { viewControl: Camera & { projection: "orthographic"; [more: string]: unknown }; [more: string]: unknown };
  series: {
    type: "surface";
    name: string;
    dataShape: [number, number];
    data: SurfaceItem[];
    [more: string]: unknown;
  }[];
  [more: string]: unknown;
};

/** Describe the content of the drawing and its omissions. */
export function describeSurface(data: WriteShareData): string {
  const surface = surfaceOf(data);
  const { missing, values } = facesOf(surface);
  return [
    words.surface.shows,
    ...(surface.isDelta ? [] : [words.surface.fromZero]),
    ...(depthAxis(surface).isStepped ? [words.surface.steps] : []),
    ...(values > 0 ? [words.surface.withoutFaces(values)] : missing > 0 ? [words.surface.holes] : []),
  ].join(" ");
}

/** The top of an upright axis and the distance of its ticks. */
const TOPS = [
  [1, 0.2],
  [1.5, 0.5],
  [2, 0.5],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 2],
  [8, 2],
  [10, 2],
] as const;

/** The first round number that is not less, and the distance of ticks below it. */
export function roundTop(value: number): { max: number; interval: number } | null {
  if (!(value > 0)) return null;
  const power = 10 ** Math.floor(Math.log10(value));
  const [top, tick] = TOPS.find(([multiple]) => multiple * power >= value) ?? TOPS[TOPS.length - 1] ?? [10, 2];
  return { max: top * power, interval: tick * power };
}

/** From zero, or from as far below it as above where differences lie on both sides; one scale for several drawings. */
function uprightAxis(data: WriteShareData, surface: Surface): { min: number; max: number; interval: number } | null {
  const values = knownCells(surface).map(({ value }) => value);
  if (!surface.isDelta) {
    const top = roundTop(surfaceLimits(data, surface)?.[1] ?? 0);
    return top && { min: 0, ...top };
  }
  const top = roundTop(Math.max(0, ...values.map(Math.abs)));
  return top && { ...top, min: values.some((value) => value < 0) ? -top.max : 0 };
}

export function surfaceOption(data: WriteShareData, theme: ChartTheme, size: Size, camera: Camera): SurfaceOption {
  const surface = surfaceOf(data);
  const { metric, shares, depths, cells, isDelta } = surface;
  const heat = heatCells(data, surface, theme);
  const depth = depthAxis(surface);
  const upright = uprightAxis(data, surface);
  const scale = axisScale(metric, Math.max(0, ...knownCells(surface).map(({ value }) => value)));
  const isNarrow = size.width < WIDE_FROM;
  const title = { textStyle: { color: theme.text, fontFamily: FONT_FAMILY, fontSize: FONT_SIZE.title } };
  const look = {
    type: "value" as const,
    nameTextStyle: title.textStyle,
    nameGap: isNarrow ? 40 : 26,
    axisLine: { lineStyle: { color: theme.axis, width: 1 } },
    axisTick: { lineStyle: { color: theme.axis } },
    splitLine: { lineStyle: { color: theme.gridLine, width: 1 } },
    axisPointer: { show: false },
  };
  const label = (formatter: (value: number) => string) => ({
    formatter,
    textStyle: { color: theme.dimmed, fontFamily: FONT_FAMILY, fontSize: FONT_SIZE.label },
  });
  const percent = (value: number) => formatNumber(value, { digits: 4, trim: true });
  const items = cells.flatMap((row, y) =>
    row.map((cell, x): SurfaceItem => {
      const place = depth.places[x] ?? 0;
      const share = shares[y] ?? 0;
      const colour = heat[y]?.[x]?.colour.fill;
      return cell && colour
        ? { value: [place, share, cell.value], itemStyle: { color: colour } }
        : { value: [place, share, "-"] };
    }),
  );
  return {
    ...baseOption(theme),
    tooltip: textTooltip(theme, "item", (params) => {
      const index = Array.isArray(params) ? params[0]?.dataIndex : params.dataIndex;
      return plainText(heat.flat()[index ?? -1]?.detail ?? "");
    }),
    xAxis3D: {
      ...look,
      name: isNarrow ? words.surface.short.load : words.surface.load,
      min: depth.min,
      max: depth.max,
      // On a telephone there is room for every second one.
      interval: isNarrow && depth.max - depth.min > 4 ? 2 : 1,
      axisLabel: label(depth.label),
    },
    yAxis3D: {
      ...look,
      name: isNarrow ? words.surface.short.writes : words.axes.writes,
      min: Math.min(...shares),
      max: Math.max(...shares),
      axisLabel: label(percent),
    },
    zAxis3D: {
      ...look,
      name: isNarrow ? (isDelta ? words.surface.short.difference : (scale.unit ?? metric.label)) : valueTitle(surface),
      ...upright,
      // At the corner it would lie on the first depth.
      axisLabel: label((value) => (value <= (upright?.min ?? 0) ? "" : (isDelta ? percent : scale.format)(value))),
    },
    grid3D: {
      ...BOX,
      top: 0,
      environment: theme.background,
      axisPointer: { show: false },
      viewControl: {
        ...camera,
        projection: "orthographic",
        orthographicSize: unitsInHeight(size),
        minAlpha: LOWEST,
        maxAlpha: HIGHEST,
        // The wheel belongs to the page; the drawing moves only on request.
        zoomSensitivity: 0,
        panSensitivity: 0,
        autoRotate: false,
        damping: 0,
        animation: false,
      },
      postEffect: { enable: false },
      temporalSuperSampling: { enable: false },
    },
    series: [
      {
        type: "surface",
        name: data.curves[0]?.name ?? metric.label,
        // Light and shade would change colours that represent values.
        shading: "color",
        wireframe: { show: true, lineStyle: { color: theme.background, width: 1 } },
        dataShape: [shares.length, depths.length],
        data: items,
        silent: false,
      },
    ],
  };
}
