/** The Gantt chart of a run: one row for each phase, or for a whole loop, with the word for its state where it fits. */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { formatDuration, formatElapsed, formatElapsedTick } from "@/lib/units";
import { type ChartOption, type ChartView, WIDE_FROM } from "../definition";
import { PHASES_ROOM, phaseRowsHeight } from "../heights";
import { baseOption, fitText, plainText, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, seriesStyle } from "../theme";
import { endOf, extentOf, isOpen, type PhaseBar, type PhasesData, restText } from "./rows";

const BAR = 18;
const RIGHT = 24;
const LABELS = { wide: 240, narrow: 116 } as const;
/** Room between a bar's edge and the word in it. */
const PADDING = 4;

/** The order in which kinds have their colours. */
export const KINDS = ["fill", "precondition", "measure", "published"] as const;
export const KIND_NAMES: Record<string, string> = {
  fill: "Fill",
  precondition: "Precondition",
  measure: "Measure",
  published: "Published",
};

export function kindStyle(theme: ChartTheme, kind: string) {
  const place = (KINDS as readonly string[]).indexOf(kind);
  return seriesStyle(theme, place < 0 ? KINDS.length : place);
}

export function kindsOf({ rows }: PhasesData): string[] {
  const used = new Set(rows.flatMap(({ bars }) => bars.map(({ kind }) => kind)));
  return [...KINDS.filter((kind) => used.has(kind)), ...[...used].filter((kind) => !(kind in KIND_NAMES))];
}

export function phasesHeight({ rows }: PhasesData): number {
  return phaseRowsHeight(rows.length);
}

interface Placed {
  bar: PhaseBar;
  row: number;
  from: number;
  to: number;
}

function placedBars({ rows }: PhasesData, kind: string): Placed[] {
  return rows.flatMap(({ bars }, row) =>
    bars.flatMap((bar): Placed[] => {
      const to = endOf(bar);
      return bar.kind === kind && bar.t0_ms !== null && to !== null ? [{ bar, row, from: bar.t0_ms, to }] : [];
    }),
  );
}

function barSeries(data: PhasesData, kind: string, theme: ChartTheme): CustomSeriesOption {
  const placed = placedBars(data, kind);
  const { colour } = kindStyle(theme, kind);
  return {
    type: "custom",
    name: KIND_NAMES[kind] ?? kind,
    data: placed.map(({ row, from, to }) => [from, row, to]),
    encode: { x: [0, 2], y: 1 },
    clip: true,
    renderItem: (params, api) => {
      const placedBar = placed[params.dataIndex];
      if (!placedBar) return null;
      const [left = 0, middle = 0] = api.coord([placedBar.from, placedBar.row]);
      const [right = 0] = api.coord([placedBar.to, placedBar.row]);
      const width = Math.max(right - left, 1.5);
      const word = fitText(placedBar.bar.word, FONT_SIZE.label, width - 2 * PADDING);
      const whole = placedBar.bar.state === "finished";
      const fill = { type: "rect" as const, shape: { x: left, y: middle - BAR / 2, width, height: BAR } };
      return {
        type: "group",
        children: [
          { ...fill, style: { fill: theme.background } },
          {
            ...fill,
            style: {
              // A phase that did not finish, or has not yet, is an outline.
              fill: whole ? colour : "none",
              opacity: whole ? 0.35 : 1,
            },
          },
          {
            ...fill,
            style: { fill: "none", stroke: colour, lineWidth: 1, lineDash: isOpen(placedBar.bar) ? [4, 3] : undefined },
          },
          ...(word === placedBar.bar.word
            ? [
                {
                  type: "text" as const,
                  style: {
                    text: word,
                    x: left + PADDING,
                    y: middle,
                    fill: theme.text,
                    fontFamily: FONT_FAMILY,
                    fontSize: FONT_SIZE.label,
                    verticalAlign: "middle" as const,
                  },
                },
              ]
            : []),
        ],
      };
    },
  };
}

/** Beside the labels: what became of phases that never ran. */
function restSeries(data: PhasesData, first: number, theme: ChartTheme): CustomSeriesOption {
  const rest = data.rows.flatMap((row, index) => {
    const text = restText(row);
    return text ? [{ text, index }] : [];
  });
  return {
    type: "custom",
    name: "Not run",
    silent: true,
    data: rest.map(({ index }) => [first, index]),
    encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const [x = 0, y = 0] = api.coord([first, api.value(1)]);
      return {
        type: "text",
        style: {
          text: rest[params.dataIndex]?.text ?? "",
          x: x + PADDING,
          y,
          fill: theme.dimmed,
          fontFamily: FONT_FAMILY,
          fontSize: FONT_SIZE.label,
          verticalAlign: "middle",
        },
      };
    },
  };
}

/** Describe the span of a phase: `from 0:10 to 1:10, 1 min`. */
export function spanText(bar: PhaseBar): string {
  if (bar.t0_ms === null) return bar.word;
  if (bar.t1_ms === null) return `${bar.word} since ${formatElapsed(bar.t0_ms)}`;
  const length = formatDuration((bar.t1_ms - bar.t0_ms) / 1000);
  return `${bar.word}, ${formatElapsed(bar.t0_ms)} to ${formatElapsed(bar.t1_ms)}, ${length}`;
}

function tooltipText(data: PhasesData) {
  const placed = new Map(kindsOf(data).map((kind) => [KIND_NAMES[kind] ?? kind, placedBars(data, kind)]));
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const placedBar = placed.get(hit?.seriesName ?? "")?.[hit?.dataIndex ?? -1];
    if (!placedBar) return "";
    return `${placedBar.bar.ordinal}. ${plainText(placedBar.bar.name)}\n${spanText(placedBar.bar)}`;
  };
}

export function phasesOption(data: PhasesData, theme: ChartTheme, view: ChartView): ChartOption {
  const [first, last] = extentOf(data);
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const labels = view.width >= WIDE_FROM ? LABELS.wide : LABELS.narrow;
  const shorten = (label: string) => fitText(label, FONT_SIZE.label, labels - 10);
  return {
    ...baseOption(theme),
    useUTC: true,
    grid: [
      {
        left: labels,
        right: RIGHT,
        top: PHASES_ROOM.top,
        height: view.height - PHASES_ROOM.top - PHASES_ROOM.bottom,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [
      {
        ...look,
        type: "time",
        min: first,
        max: last,
        splitNumber: Math.max(2, Math.floor((view.width - labels) / 90)),
        axisLabel: { ...look.axisLabel, formatter: formatElapsedTick },
        axisPointer: { show: false },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: data.rows.map((_, index) => String(index)),
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          ...upright.axisLabel,
          interval: 0,
          formatter: (_: string, index: number) => shorten(data.rows[index]?.label ?? ""),
        },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(data)),
    series: [...kindsOf(data).map((kind) => barSeries(data, kind, theme)), restSeries(data, first, theme)],
  };
}
