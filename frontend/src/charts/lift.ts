/** One curve lifted above the others: they fade while the reader points at it or at its name. Pure. */
import type { CustomSeriesOption } from "echarts";
import type { ChartOption, ChartSeries } from "./definition";

/** Opacity of the other curves. */
export const FADED_OPACITY = 0.25;
/** Above its own kind, and below the kinds that lie above it. */
const LIFT = 0.5;

type Styled = { opacity?: unknown } | undefined;
type RenderItem = NonNullable<CustomSeriesOption["renderItem"]>;
type Drawing = { style?: Styled; children?: readonly unknown[] } | null | undefined;

const fadedStyle = (style: Styled) => ({
  ...style,
  opacity: (typeof style?.opacity === "number" ? style.opacity : 1) * FADED_OPACITY,
});

function fadedDrawing(drawing: Drawing): Drawing {
  if (!drawing) return drawing;
  const { children } = drawing;
  return {
    ...drawing,
    ...(children ? { children: children.map((child) => fadedDrawing(child as Drawing)) } : {}),
    ...(drawing.style ? { style: fadedStyle(drawing.style) } : {}),
  };
}

/** Fade the items of a custom series that `isFaded` selects. */
function fadedItems(renderItem: RenderItem, isFaded: (dataIndex: number) => boolean): RenderItem {
  return (params, api) => {
    const drawing = renderItem(params, api);
    return isFaded(params.dataIndex) ? (fadedDrawing(drawing as Drawing) as typeof drawing) : drawing;
  };
}

const faded = <Part extends object>(series: ChartSeries, key: string, part: (whole: Part) => Part) => {
  const whole = (series as unknown as Record<string, Part | undefined>)[key];
  return whole === undefined ? {} : { [key]: part(whole) };
};

function fadedSeries(series: ChartSeries): ChartSeries {
  if (series.type === "custom") {
    const { renderItem } = series;
    return renderItem ? { ...series, renderItem: fadedItems(renderItem, () => true) } : series;
  }
  return {
    ...series,
    lineStyle: fadedStyle("lineStyle" in series ? (series.lineStyle as Styled) : undefined),
    itemStyle: fadedStyle("itemStyle" in series ? (series.itemStyle as Styled) : undefined),
    ...faded<object>(series, "areaStyle", fadedStyle),
    ...faded<object>(series, "label", fadedStyle),
    ...faded<{ lineStyle?: object; label?: object }>(series, "markLine", (mark) => ({
      ...mark,
      lineStyle: fadedStyle(mark.lineStyle),
      label: fadedStyle(mark.label),
    })),
  } as ChartSeries;
}

/** The curve that a series belongs to. */
export const curveOf = ({ curve, name }: ChartSeries): string => curve ?? String(name ?? "");

/** The option with one curve lifted; what belongs to none of `curves`, such as borders of phases, stays as it is. */
export function withLifted(option: ChartOption, lifted: string | null, curves: ReadonlySet<string>): ChartOption {
  const others = new Set([...curves].filter((name) => name !== lifted));
  const isDrawn = (name: string) => option.series.some((series) => curveOf(series) === name);
  if (lifted === null || !curves.has(lifted) || !isDrawn(lifted) || ![...others].some(isDrawn)) return option;
  return {
    ...option,
    series: option.series.map((series): ChartSeries => {
      const { itemCurves } = series;
      if (itemCurves && series.type === "custom" && series.renderItem) {
        const isFaded = (dataIndex: number) => others.has(itemCurves[dataIndex] ?? "");
        return { ...series, renderItem: fadedItems(series.renderItem, isFaded) };
      }
      const curve = curveOf(series);
      if (curve === lifted) return { ...series, z: ((series as { z?: number }).z ?? 2) + LIFT } as ChartSeries;
      return others.has(curve) ? fadedSeries(series) : series;
    }),
  };
}

/** The option whose lines and line ends hear the pointer; they are no links, and the pointer stays what it is. */
export function withHearing(option: ChartOption, curves: ReadonlySet<string>): ChartOption {
  return {
    ...option,
    series: option.series.map((series): ChartSeries => {
      if (series.itemCurves) return { ...series, silent: false, cursor: "default" } as ChartSeries;
      if (series.type !== "line" || series.silent || !curves.has(curveOf(series))) return series;
      return { ...series, triggerLineEvent: true, cursor: "default" };
    }),
  };
}

/** The curve that an event of the pointer is about; null for everything else. */
export function curveAt(option: ChartOption, event: unknown, curves: ReadonlySet<string>): string | null {
  const { componentType, seriesIndex, dataIndex } = event as Record<string, unknown>;
  const series = componentType === "series" ? option.series[Number(seriesIndex)] : undefined;
  if (!series) return null;
  const name = series.itemCurves ? (series.itemCurves[Number(dataIndex)] ?? "") : curveOf(series);
  return curves.has(name) ? name : null;
}
