/** The newest run of each configuration as a bar beside the median and the range of those before it. */
import type { BarSeriesOption, CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { isMeasured } from "../changes";
import { type ChartDefinition, type ChartOption, type ChartView, isWide } from "../definition";
import {
  changeFrom,
  changeText,
  dayName,
  dayStart,
  type JudgedLine,
  judgedLines,
  type NightsData,
  shownLabel,
  shownText,
  shownValue,
  worseSentence,
} from "../nights/lines";
import { changeColumn, textColumn, valueColumn } from "../nights/table";
import { words } from "../nights/words";
import { axisTitle, baseOption, fitText, plainText, textTooltip, textWidth, xLook, yLook } from "../parts";
import { BAR, type ChartTheme, FONT_FAMILY, FONT_SIZE, STROKES } from "../theme";
import { panel } from "./panel";

const TOP = 8;
const BOTTOM = 46;
const ROW = 34;
const NAMES_SHARE = 0.38;
/** Room beside the bars for their values, and for the change behind them. */
const VALUE_ROOM = { absolute: 112, change: 62 } as const;
const TEXT_GAP = 6;
/** The range and its median are as high as this share of a row. */
const RANGE_SHARE = 0.62;

function rowsOf(data: NightsData): JudgedLine[] {
  return judgedLines(data).filter(({ usual }) => !isMeasured(data) || usual !== null);
}

function rowText(data: NightsData, { newest, usual }: JudgedLine): string {
  const change = changeFrom(usual, newest.value);
  if (isMeasured(data)) return shownText(data, shownValue(data, usual, newest.value) ?? 0);
  const { format } = METRICS[data.metric];
  return change === null ? format(newest.value) : `${format(newest.value)} (${changeText(change)})`;
}

function barSeries(rows: readonly JudgedLine[], data: NightsData, theme: ChartTheme, width: number): BarSeriesOption {
  return {
    type: "bar",
    name: shownLabel(data),
    barWidth: width,
    emphasis: { disabled: true },
    data: rows.map((line) => {
      const value = shownValue(data, line.usual, line.newest.value) ?? 0;
      return {
        value,
        itemStyle: { color: line.look.isWorse ? theme.limit : theme.ghost, borderRadius: BAR.radius },
      };
    }),
  };
}

/** The values beside bars and ranges, on the side that a bar goes to. */
function textSeries(rows: readonly JudgedLine[], data: NightsData, theme: ChartTheme): CustomSeriesOption {
  const ends = rows.map(({ usual, newest }) => {
    const positions = [newest.value, ...(usual ? [usual.low, usual.high] : [])].map(
      (end) => shownValue(data, usual, end) ?? 0,
    );
    const value = shownValue(data, usual, newest.value) ?? 0;
    return value < 0 ? { at: Math.min(...positions), side: -1 } : { at: Math.max(...positions), side: 1 };
  });
  return {
    type: "custom",
    name: shownLabel(data),
    silent: true,
    clip: false,
    z: 4,
    tooltip: { show: false },
    encode: { x: 1, y: 0 },
    data: ends.map(({ at }, row) => [row, at]),
    renderItem: ({ dataIndex }, api) => {
      const [line, end] = [rows[dataIndex], ends[dataIndex]];
      if (!line || !end) return null;
      const [x = 0, y = 0] = api.coord([end.at, dataIndex]);
      return {
        type: "text",
        x: x + end.side * TEXT_GAP,
        y,
        style: {
          text: plainText(rowText(data, line)),
          fill: line.look.isWorse ? theme.limit : theme.text,
          font: `600 ${FONT_SIZE.label}px ${FONT_FAMILY}`,
          align: end.side < 0 ? "right" : "left",
          verticalAlign: "middle",
        },
      };
    },
  };
}

/** The range of the usual runs as a band, and their median as a line. */
function rangeSeries(rows: readonly JudgedLine[], data: NightsData, theme: ChartTheme): CustomSeriesOption {
  const ranges = rows.flatMap(({ usual }, row) =>
    usual ? [[row, ...[usual.low, usual.high, usual.median].map((value) => shownValue(data, usual, value) ?? 0)]] : [],
  );
  return {
    type: "custom",
    name: words.usual,
    silent: true,
    tooltip: { show: false },
    encode: { x: [1, 2], y: 0 },
    data: ranges,
    renderItem: (_, api) => {
      const at = (place: number) => api.coord([api.value(place), api.value(0)]);
      const [[left = 0, y = 0], [right = 0], [middle = 0]] = [at(1), at(2), at(3)] as [number[], number[], number[]];
      const [, row = 0] = (api.size?.([1, 1]) ?? []) as number[];
      const half = (row * RANGE_SHARE) / 2;
      return {
        type: "group",
        children: [
          {
            type: "rect",
            shape: { x: left - 1, y: y - half, width: Math.max(right - left, 0) + 2, height: 2 * half },
            style: { fill: theme.window, stroke: theme.windowLine, lineWidth: STROKES.border },
          },
          {
            type: "line",
            shape: { x1: middle, y1: y - half, x2: middle, y2: y + half },
            style: { stroke: theme.steady, lineWidth: STROKES.steady },
          },
        ],
      };
    },
  };
}

function tooltipText(rows: readonly JudgedLine[], data: NightsData) {
  const { format } = METRICS[data.metric];
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const line = rows[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1];
    if (!line) return "";
    const { name, newest, usual, runs } = line;
    return [
      plainText(name),
      `${newest.run}, ${dayName(dayStart(newest.at))}  ${format(newest.value, { digits: 4 })}`,
      usual ? `${words.median}  ${format(usual.median, { digits: 4 })}` : words.fewEarlier(runs.length - 1),
      ...(usual ? [words.usualRange(format(usual.low), format(usual.high), usual.count)] : []),
    ].join("\n");
  };
}

function latestOption(data: NightsData, theme: ChartTheme, view: ChartView): ChartOption {
  const rows = rowsOf(data);
  const isNarrow = !isWide(view);
  const widest = Math.max(0, ...rows.map(({ name }) => textWidth(name, FONT_SIZE.title)));
  const nameRoom = Math.min(widest, view.width * NAMES_SHARE);
  const plot = view.height - TOP - BOTTOM;
  const values = rows.map(({ usual, newest }) => shownValue(data, usual, newest.value) ?? 0);
  const unit = data.numbers === "relative" ? "percent" : data.numbers === "ratio" ? "1" : METRICS[data.metric].unit;
  const scale = axisScale({ unit }, Math.max(0, ...values));
  const isChange = isMeasured(data);
  const look = xLook(theme, { split: true });
  const upright = yLook(theme, { split: false });
  const isBelow = values.some((value) => value < 0);
  return {
    ...baseOption(theme),
    grid: [
      {
        left: nameRoom + (isBelow ? VALUE_ROOM.change : 14),
        right: isChange ? VALUE_ROOM.change : VALUE_ROOM.absolute,
        top: TOP,
        height: plot,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, scale.unit && !isChange ? `${shownLabel(data)} (${scale.unit})` : shownLabel(data)),
        type: "value",
        splitNumber: isNarrow ? 3 : 5,
        ...(data.numbers === "ratio" ? { scale: true } : {}),
        axisLabel: { ...look.axisLabel, formatter: scale.format },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: rows.map((_, place) => String(place)),
        axisLine: { ...upright.axisLine, onZero: false },
        axisLabel: {
          interval: 0,
          margin: isBelow ? VALUE_ROOM.change - 6 : 8,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          formatter: (_: string, place: number) =>
            plainText(fitText(rows[place]?.name ?? "", FONT_SIZE.title, nameRoom)),
        },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(rows, data)),
    series: [
      rangeSeries(rows, data, theme),
      barSeries(rows, data, theme, Math.min(BAR.thickness, (plot / Math.max(rows.length, 1)) * 0.6)),
      textSeries(rows, data, theme),
    ],
  };
}

function describe(data: NightsData): string {
  const lines = rowsOf(data);
  return lines.length === 0 ? words.none : worseSentence(lines) || words.noUsual;
}

export const latest: ChartDefinition<NightsData> = {
  id: "latest-usual",
  title: panel.name,
  height: (data) => TOP + BOTTOM + Math.max(rowsOf(data).length, 3) * ROW,
  option: latestOption,
  subtitle: ({ workload }) => workload,
  legend: () => [],
  describe,
  caption: (data) => (rowsOf(data).length > 0 ? "" : words.none),
  table: (data) => {
    const { label } = METRICS[data.metric];
    const { columns } = words;
    return {
      caption: [panel.name, data.workload].filter(Boolean).join(", "),
      columns: [
        textColumn(columns.configuration),
        textColumn(columns.run),
        valueColumn(label, data.metric),
        valueColumn(words.median, data.metric),
        valueColumn(words.lowest, data.metric),
        valueColumn(words.highest, data.metric),
        textColumn(words.usualCount),
        changeColumn,
        textColumn(columns.judged),
      ],
      rows: judgedLines(data).map(({ name, newest, usual }) => [
        name,
        newest.run,
        newest.value,
        usual?.median ?? null,
        usual?.low ?? null,
        usual?.high ?? null,
        usual?.count ?? null,
        changeFrom(usual, newest.value),
        newest.isWorse ? words.judged.worse : usual ? words.judged.usual : null,
      ]),
    };
  },
  zoomable: false,
};
