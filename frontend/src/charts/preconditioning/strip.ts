/** The strip above the first row of panels: names of the phases and of the steady window, never on top of a curve. */
import type { CustomSeriesOption, CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from "echarts";
import { type PhaseForms, phaseForms } from "@/lib/phase-forms";
import { textWidth } from "../parts";
import { fitPhase } from "../phase-names";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE } from "../theme";
import type { TimePanels } from "./panels";

const ROW = 16;

/** Height of the strip: a row for the phases when there are several, a row for the window when there is one. */
export function stripHeight({ phases, window }: Pick<TimePanels, "phases" | "window">): number {
  return (phases.length > 0 ? ROW : 0) + (window ? ROW : 0);
}

interface Label {
  forms: PhaseForms;
  t0: number;
  t1: number;
  row: number;
  /** A label that may be wider than its span, because nothing else is written in its row. */
  alone: boolean;
}

function labels({ phases, window }: TimePanels, last: number): Label[] {
  const forms = phaseForms(phases.map(({ name }) => name));
  const named = phases.map(({ t0_ms, t1_ms }, index) => ({
    forms: forms[index] ?? { first: [], following: [] },
    t0: t0_ms,
    t1: t1_ms ?? last,
    row: window ? 1 : 0,
    alone: false,
  }));
  const whole = window ? [window.label] : [];
  return window
    ? [...named, { forms: { first: whole, following: whole }, t0: window.t0_ms, t1: window.t1_ms, row: 0, alone: true }]
    : named;
}

/** Return the place of the text in the visible part of its span: [text, x], or null when it does not fit. */
function placed(
  label: Label,
  [from, to]: [number, number],
  plot: { x: number; width: number },
): [string, number] | null {
  const right = plot.x + plot.width;
  const start = Math.max(from, plot.x);
  const end = Math.min(to, right);
  if (end <= start) return null;
  const room = label.alone ? plot.width : end - start - 6;
  const { first, following } = label.forms;
  // The phase before it ends where it begins.
  const text = fitPhase(from > plot.x ? following : first, room);
  if (!text) return null;
  if (!label.alone) return [text, start + 4];
  const half = Math.min(textWidth(text, FONT_SIZE.label), plot.width) / 2;
  return [text, Math.min(Math.max((start + end) / 2, plot.x + half), right - half) - half];
}

/** The labels of a panel as a series, so that they follow the zoom; a name too long for its phase is shortened or left out. */
export function stripSeries(data: TimePanels, index: number, last: number, theme: ChartTheme): CustomSeriesOption[] {
  const items = labels(data, last);
  if (items.length === 0) return [];
  const rows = data.window && data.phases.length > 0 ? 2 : 1;
  return [
    {
      type: "custom",
      name: "Phase names",
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      clip: false,
      z: 4,
      tooltip: { show: false },
      // The middle column is empty on purpose: the vertical axis must not stretch to reach a label.
      encode: { x: [0, 2], y: 1 },
      data: items.map(({ t0, t1 }) => [t0, Number.NaN, t1]),
      renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
        const label = items[params.dataIndex];
        if (!label) return null;
        const plot = params.coordSys as unknown as { x: number; y: number; width: number; height: number };
        const at = (time: number) => api.coord([time, 1])[0] ?? 0;
        const place = placed(label, [at(label.t0), at(label.t1)], plot);
        if (!place) return null;
        return {
          type: "text",
          x: place[1],
          y: plot.y - (rows - label.row) * ROW + ROW / 2 - 2,
          style: {
            text: place[0],
            fill: label.alone ? theme.steady : theme.dimmed,
            font: `${label.alone ? 560 : 400} ${FONT_SIZE.label}px ${FONT_FAMILY}`,
            verticalAlign: "middle",
          },
        };
      },
    },
  ];
}
