/** Limits of links, as lines across a panel of throughput. */
import { METRICS } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { ChartSeries } from "../definition";
import { plainText } from "../parts";
import { type ChartTheme, DASHES, FONT_SIZE, STROKES, styleOf } from "../theme";
import { type LinePanel, panelPoints } from "./line-panels";
import type { LinkLimit, SweepCurve } from "./points";

/**
 * Maximum ratio of a limit to the measured values. A higher one would flatten the curves: it is mentioned, but not
 * drawn.
 */
const MAX_LIMIT_RATIO = 2.5;

export interface LimitLine extends LinkLimit {
  curves: readonly SweepCurve[];
  /** True if it applies to all curves of the chart. */
  ofAll: boolean;
}

/** The limits that are known, each once with the curves that it holds for. */
export function limitLines(curves: readonly SweepCurve[]): LimitLine[] {
  const limits = new Map<string, LinkLimit>();
  for (const { linkLimit } of curves)
    if (linkLimit) limits.set(`${linkLimit.throughput_bytes_per_s} ${linkLimit.words}`, linkLimit);
  return [...limits].map(([key, limit]) => {
    const own = curves.filter(
      ({ linkLimit: candidate }) => candidate && `${candidate.throughput_bytes_per_s} ${candidate.words}` === key,
    );
    return { ...limit, curves: own, ofAll: own.length === curves.length };
  });
}

const rateText = ({ throughput_bytes_per_s }: LinkLimit): string =>
  METRICS.throughput_bytes_per_s.format(throughput_bytes_per_s);

/** Return true if a limit is near enough to the values of the panel. */
function isNear(line: LimitLine, panel: LinePanel, curves: readonly SweepCurve[]): boolean {
  const highest = Math.max(0, ...curves.flatMap((curve) => panelPoints(panel, curve).map(({ value }) => value)));
  return line.throughput_bytes_per_s <= MAX_LIMIT_RATIO * highest;
}

/** The lines of a panel of throughput over categories; none in any other panel. */
export function limitSeries(
  curves: readonly SweepCurve[],
  panel: LinePanel,
  index: number,
  theme: ChartTheme,
): ChartSeries[] {
  const { axis, metric } = panel;
  if (metric !== METRICS.throughput_bytes_per_s || axis.type !== "category") return [];
  return limitLines(curves)
    .filter((line) => isNear(line, panel, curves))
    .map((line): ChartSeries => {
      const [only, ...others] = line.curves;
      const own = line.ofAll || others.length > 0 ? undefined : only;
      const colour = own ? styleOf(theme, own.look).colour : theme.limit;
      const of = line.ofAll ? "" : own ? own.name : words.limit.several(line.curves.length);
      return {
        type: "line",
        name: words.limit.name,
        ...(own ? { curve: own.name } : {}),
        xAxisIndex: index,
        yAxisIndex: index,
        silent: true,
        symbol: "none",
        tooltip: { show: false },
        // A mark alone would not make room for itself on the axis.
        lineStyle: { width: 0 },
        data: axis.labels.map((_, x) => [x, line.throughput_bytes_per_s]),
        markLine: {
          silent: true,
          symbol: "none",
          lineStyle: { color: colour, width: STROKES.event, type: [...DASHES.limit] },
          label: {
            position: "insideMiddleTop",
            color: theme.text,
            fontSize: FONT_SIZE.label,
            formatter: plainText(words.limit.label(rateText(line), of)),
          },
          data: [{ yAxis: line.throughput_bytes_per_s }],
        },
      };
    });
}

/** A sentence for each limit, drawn or not. */
export function limitSentences(curves: readonly SweepCurve[], panels: readonly LinePanel[]): string[] {
  const panel = panels.find(({ metric }) => metric === METRICS.throughput_bytes_per_s);
  if (!panel) return [];
  return limitLines(curves).map((line) => {
    const of = line.ofAll ? "" : line.curves.map(({ name }) => name).join(", ");
    return words.limit.describe(rateText(line), line.words, of, isNear(line, panel, curves));
  });
}
