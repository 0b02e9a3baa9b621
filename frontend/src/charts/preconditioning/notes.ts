/** Notes on a curve: the number of each over the moment or the stretch that it is pinned to. */
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from "echarts";
import type { TimeMetricName } from "@/lib/metrics";
import type { ChartSeries, LegendItem } from "../definition";
import { textWidth } from "../parts";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, seriesStyle } from "../theme";

/** Place of a note; its text is beside the chart, under the same number. */
export interface ChartNote {
  number: number;
  from_ms: number;
  /** Null for a moment. */
  to_ms: number | null;
  /** Null for all metrics. */
  metric: string | null;
  /** The name of the curve that it is about, where there are several. */
  curve?: string;
}

/** The name under which the legend shows and hides them. */
export const NOTES_NAME = "Notes (numbered, in the list below)";

/** A dot, or a pill where the number has more digits. */
const TAG_HEIGHT = 17;
const TAG_GAP = 2;

interface Plot {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Tag {
  note: ChartNote;
  from: number;
  to: number;
  left: number;
  width: number;
  row: number;
}

/** The tags that are in sight, each in the first row where it hides none before it. */
function tagsOf(notes: readonly ChartNote[], at: (moment: number) => number, plot: Plot): Tag[] {
  const right = plot.x + plot.width;
  const rows: number[] = [];
  return notes.flatMap((note) => {
    const [from, to] = [at(note.from_ms), at(note.to_ms ?? note.from_ms)];
    if (to < plot.x || from > right) return [];
    const width = Math.max(textWidth(String(note.number), FONT_SIZE.label) + 8, TAG_HEIGHT);
    const left = Math.min(Math.max(from, plot.x), right - width);
    const free = rows.findIndex((end) => end + TAG_GAP <= left);
    const row = free < 0 ? rows.length : free;
    rows[row] = left + width;
    return [{ note, from, to, left, width, row }];
  });
}

function drawing({ note, from, to, left, width, row }: Tag, plot: Plot, theme: ChartTheme) {
  const [begin, end] = [Math.max(from, plot.x), Math.min(to, plot.x + plot.width)];
  const bottom = plot.y + plot.height;
  // Many at one place would reach below the plot: the last of them share its lowest row.
  const y = plot.y + Math.min(row * (TAG_HEIGHT + TAG_GAP), plot.height - TAG_HEIGHT);
  const edges = note.to_ms === null ? [from] : [from, to].filter((edge) => edge === begin || edge === end);
  return {
    type: "group" as const,
    children: [
      ...(note.to_ms === null
        ? []
        : [
            {
              type: "rect" as const,
              shape: { x: begin, y: plot.y, width: Math.max(end - begin, 1), height: plot.height },
              style: { fill: theme.text, opacity: 0.08 },
            },
          ]),
      ...edges.map((x) => ({
        type: "line" as const,
        shape: { x1: x, y1: plot.y, x2: x, y2: bottom },
        style: { stroke: theme.dimmed, lineWidth: 1, lineDash: [3, 3] },
      })),
      {
        type: "rect" as const,
        shape: { x: left, y, width, height: TAG_HEIGHT, r: TAG_HEIGHT / 2 },
        style: { fill: theme.text },
      },
      {
        type: "text" as const,
        style: {
          text: String(note.number),
          x: left + width / 2,
          y: y + TAG_HEIGHT / 2,
          fill: theme.background,
          font: `600 ${FONT_SIZE.label}px ${FONT_FAMILY}`,
          align: "center" as const,
          verticalAlign: "middle" as const,
        },
      },
    ],
  };
}

/** The notes of one panel, those on its metric and those on all: a series for each curve that they are about. */
export function noteSeries(
  notes: readonly ChartNote[],
  metric: TimeMetricName,
  index: number,
  theme: ChartTheme,
): ChartSeries[] {
  const own = notes.filter((note) => note.metric === null || note.metric === metric);
  return [...new Set(own.map(({ curve }) => curve))].map((curve, place): ChartSeries => {
    const mine = own.filter((note) => note.curve === curve);
    return {
      type: "custom",
      name: NOTES_NAME,
      ...(curve === undefined ? {} : { curve }),
      id: place === 0 ? `notes-${index}` : `notes-${index}-${place}`,
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      clip: false,
      z: 5,
      tooltip: { show: false },
      // The middle column is empty on purpose: the vertical axis must not stretch to reach a note.
      encode: { x: [0, 2], y: 1 },
      data: mine.map(({ from_ms, to_ms }) => [from_ms, Number.NaN, to_ms ?? from_ms]),
      renderItem: ({ dataIndex, coordSys }: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
        const plot = coordSys as unknown as Plot;
        const at = (moment: number) => api.coord([moment, 1])[0] ?? 0;
        const tag = tagsOf(own, at, plot).find(({ note }) => note === mine[dataIndex]);
        return tag ? drawing(tag, plot, theme) : null;
      },
    };
  });
}

export function notesLegend(notes: readonly ChartNote[], theme: ChartTheme): LegendItem[] {
  const style = { ...seriesStyle(theme, 0), colour: theme.text };
  return notes.length > 0 ? [{ name: NOTES_NAME, kind: "band", style, symbol: false }] : [];
}
