/** The bars chart: one metric of several configurations, grouped by workload, best first. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, findMetric, METRICS, type Metric } from "@/lib/metrics";
import { formatCount, formatPercent } from "@/lib/units";
import { barNames, NAME_LINE } from "../bar-names";
import type { Change, WithNumbers } from "../changes";
import { type ChartOption, type ChartSeries, type ChartView, isWide, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, fitText, plainText, textTooltip, xLook, yLook } from "../parts";
import type { ChosenRun } from "../queue-depth/curves";
import { type Behind, behindAt, certaintyOf, countText, isSingle } from "../repeats-behind";
import { measuredRows, type SweepRow } from "../sweeps/points";
import { kindText } from "../sweeps/words";
import { byPlace, workloadsOf } from "../sweeps/workloads";
import {
  BAR,
  type ChartTheme,
  FONT_FAMILY,
  FONT_SIZE,
  INVALID_OPACITY,
  LINE_WIDTH,
  type Look,
  seriesStyle,
  styleOf,
} from "../theme";
import { certaintyMarks, openEnds } from "../whiskers";
import { changesOf, type Shown, shownBars } from "./numbers";
import { words } from "./words";

export interface BarsData extends WithNumbers {
  /** Name of a metric, as a series or as a column. */
  metric: string;
  /** The answer of `GET /measurements`. */
  measurements: { source: Record<string, readonly (string | number | boolean | null)[]> };
  /** Runs of a comparison; their bars have their names and colours in every chart. */
  runs?: readonly ChosenRun[];
  /** Number of the run that the others are measured by. */
  baseline?: string;
  /** True if the baseline has no bars of its own; the others are still compared with it. */
  isBaselineHidden?: boolean;
  /** The only groups that are drawn, by their headings; all unless given. */
  workloads?: readonly string[] | undefined;
  /** True if bars keep the order of the runs; otherwise the best is first. */
  inOrder?: boolean;
  /** True if the repeats behind a bar are not drawn. */
  withoutIntervals?: boolean;
}

export interface Bar extends Behind {
  configuration: string;
  run: string;
  /**
   * Name of its run in the comparison, or the configuration; with the run where the configuration alone would match
   * several.
   */
  name: string;
  /** The look of its run in the comparison; null where it has none. */
  look: Look | null;
  value: number;
  kind: string;
  /** True if its run was marked invalid: XX. */
  invalid: boolean;
  /** Change from the baseline's bar in its group; null where that is unknown or was not requested. */
  change: Change | null;
}

export interface BarGroup {
  workload: string;
  /** Blocks, order and direction of its I/Os: the same of all loads of a sweep. */
  pattern: string;
  bars: Bar[];
}

const VALUE_ROOM = 84;
/** Room where the number of runs follows the value. */
const COUNTED_ROOM = 136;
/** From the end of a bar to its text, past the open circle of what is one run. */
const CIRCLE_ROOM = 9;
const TOP = 8;
const BOTTOM = 50;
const WIDE_ROW = 26;
const NARROW_ROW = 40;
const PALETTE_SIZE = 8;

// Notation of published figures that are not exact.
const KIND_PREFIX: Record<string, string> = {
  exact: "",
  approximate: "≈ ",
  approx: "≈ ",
  lower_bound: "≥ ",
  upper_bound: "≤ ",
  range_low: "from ",
  range_high: "up to ",
};

export function barsMetric({ metric }: BarsData): Metric {
  return findMetric(metric) ?? METRICS.iops;
}

/** The value with what is known of its exactness: `≈ 31.2k`, `240k (bound)`. */
export function valueText(bar: Bar, metric: Metric): string {
  const prefix = KIND_PREFIX[bar.kind];
  const text = metric.format(bar.value);
  return prefix === undefined ? `${text} (${kindText(bar.kind)})` : `${prefix}${text}`;
}

/**
 * Return true if a bar is comparable with others; one that was cut short or is a ratio is not a figure of the workload.
 */
export const isCounted = ({ invalid, kind }: Bar): boolean => !invalid && kind !== "cut_short" && kind !== "ratio";

function shortName(bar: Bar, _: number, group: Bar[]): Bar {
  if (bar.look) return bar;
  const alone = group.filter(({ configuration }) => configuration === bar.configuration).length === 1;
  return alone ? { ...bar, name: bar.configuration } : bar;
}

/** Rows of one workload, by their phases where one run has several: these are measurements of different states. */
function byPhase(rows: readonly SweepRow[]): SweepRow[][] {
  const clash = byPlace(rows, ({ run, configuration }) => run || configuration).some(
    (same) => new Set(same.map(({ phase }) => phase)).size > 1,
  );
  return clash ? byPlace(rows, ({ phase }) => phase) : [[...rows]];
}

interface Group {
  pattern: string;
  /** Name of the phases. */
  label: string;
  /** Description of the measurement in the phases. */
  workload: string;
  rows: SweepRow[];
}

/** Group the rows that measure the same, regardless of the names of their phases. */
function groupsOf({ measurements }: BarsData, { name }: Metric): Group[] {
  const { source } = measurements;
  const number = (column: string, { index }: SweepRow): number | null => {
    const value = source[column]?.[index];
    return typeof value === "number" ? value : null;
  };
  // A share of the maximum is the same request of every run, however many IOPS it came to.
  const requestOf = (row: SweepRow): string => {
    const [percent, offered] = [number("load_percent", row), number("offered_iops", row)];
    if (percent !== null) return words.ofMaximum(formatPercent(percent, { digits: 15, trim: true }));
    return offered === null ? "" : words.requested(formatCount(offered));
  };
  const measured = measuredRows(measurements).filter(({ values }) => (values[name] ?? null) !== null);
  return byPlace(measured, requestOf)
    .flatMap((rows) =>
      workloadsOf(rows, [], () => "").flatMap((workload) =>
        byPhase(workload.rows).map((own): Group => {
          const phases = [...new Set(own.map(({ phase }) => phase))].filter(Boolean);
          const request = own[0] ? requestOf(own[0]) : "";
          const { blockBytes, blockMix, readPercent, randomPercent } = own[0] ?? {};
          return {
            pattern: JSON.stringify([blockBytes, blockMix, readPercent, randomPercent]),
            label: phases.join(" / ") || words.measured,
            workload: [workload.name, request].filter(Boolean).join(", "),
            rows: own,
          };
        }),
      ),
    )
    .toSorted((a, b) => (a.rows[0]?.index ?? 0) - (b.rows[0]?.index ?? 0));
}

/** The name of the phases; with the workload where that would name several groups. */
function headingOf({ label, workload }: Group, _: number, groups: Group[]): string {
  if (groups.filter((other) => other.label === label).length === 1) return label;
  return workload === "" || workload.startsWith(label) ? workload || label : words.heading(label, workload);
}

/** Return groups in order of first appearance. Inside each, better values are higher, and uncounted bars are lowest. */
export function barGroups(data: BarsData): BarGroup[] {
  const { source } = data.measurements;
  const metric = barsMetric(data);
  const behind = behindAt(source, [metric.name]);
  const chosen = new Map(data.runs?.map((run, place) => [run.number, { ...run, order: run.order ?? place }]));
  const barOf = ({ index, run, values, kind }: SweepRow): Bar => {
    const chosenRun = chosen.get(run);
    const cell = (column: string) => source[column]?.[index] ?? null;
    const configuration = String(cell("configuration") ?? cell("run_number") ?? "unknown");
    const apart = cell("run_number") === null ? configuration : `${configuration} (${cell("run_number")})`;
    return {
      configuration,
      run,
      name: chosenRun?.name ?? apart,
      look: chosenRun
        ? { order: chosenRun.order, baseline: chosenRun.baseline, single: chosenRun.single, isWorse: chosenRun.isWorse }
        : null,
      value: values[metric.name] ?? 0,
      kind,
      invalid: cell("invalid") === 1,
      change: null,
      ...(data.withoutIntervals ? { n: behind(index).n } : behind(index)),
    };
  };
  const direction = metric.better === "higher" ? -1 : 1;
  const groups = groupsOf(data, metric);
  const headings = groups.map(headingOf);
  const byValue = (a: Bar, b: Bar) => Number(isCounted(b)) - Number(isCounted(a)) || direction * (a.value - b.value);
  const hidden = data.isBaselineHidden ? data.baseline : undefined;
  const orderOf = ({ run }: Bar) => data.runs?.findIndex(({ number }) => number === run) ?? -1;
  const byOrder = (a: Bar, b: Bar) => orderOf(a) - orderOf(b);
  return groups
    .map(({ rows, pattern }, index) => ({
      workload: headings[index] ?? "",
      pattern,
      bars: changesOf(rows.map(barOf).map(shortName), data)
        .filter(({ run }) => run !== hidden)
        .toSorted(data.inOrder ? byOrder : byValue),
    }))
    .filter(({ workload, bars }) => bars.length > 0 && (data.workloads?.includes(workload) ?? true));
}

/** Return the values to draw: those of the bars, or their changes from the baseline's. */
export function shownOf(data: BarsData): Shown {
  const metric = barsMetric(data);
  return (
    shownBars(data, metric) ?? {
      label: metric.label,
      unit: metric.unit,
      value: (bar) => bar.value,
      text: (bar) => valueText(bar, metric),
      span: (bar, kind) => bar[kind]?.[metric.name] ?? null,
    }
  );
}

/** The value with how many runs it is of, where others are of several, and with its mark. */
export function barText(bar: Bar, shown: Shown): string {
  const details = [countText(bar), bar.invalid ? words.invalid : ""].filter(Boolean).join(", ");
  return details ? `${shown.text(bar)} (${details})` : shown.text(bar);
}

/** Return the distance that the marks of a bar reach from the axis. */
function reach(bar: Bar, shown: Shown): number {
  const certainty = certaintyOf({
    n: bar.n,
    span: shown.span(bar, "spans"),
    interval: shown.span(bar, "intervals"),
  });
  return Math.max(shown.value(bar) ?? 0, certainty?.ends[1] ?? 0);
}

/**
 * Return true if the text is apart from its bar. A whisker would cross it, so it is at the end of the whisker. Without
 * a bar it is alone.
 */
function isTextApart(bar: Bar, shown: Shown): boolean {
  const value = shown.value(bar);
  return value === null || reach(bar, shown) > Math.max(value, 0);
}

/** One line of the chart: the heading of a group, or a bar. */
type Line = { heading: string; bar: null } | { heading: null; bar: Bar };

function linesOf(groups: BarGroup[]): Line[] {
  return groups.flatMap(({ workload, bars }): Line[] => [
    { heading: workload, bar: null },
    ...bars.map((bar): Line => ({ heading: null, bar })),
  ]);
}

export function barsHeight(data: BarsData, width: number): number {
  const lines = linesOf(barGroups(data)).length;
  return TOP + BOTTOM + Math.max(lines, 3) * (width < WIDE_FROM ? NARROW_ROW : WIDE_ROW);
}

/**
 * Return the colour of each bar. Runs of a comparison have their own colours there. Elsewhere each configuration keeps
 * its colour in all groups; with more configurations than the palette has colours, all bars look the same.
 */
function colours(groups: BarGroup[], theme: ChartTheme): (bar: Bar) => string {
  const names = [...new Set(groups.flatMap(({ bars }) => bars.map(({ configuration }) => configuration)))];
  return ({ configuration, look }) => {
    if (look) return styleOf(theme, look).colour;
    return seriesStyle(theme, names.length > PALETTE_SIZE ? 0 : Math.max(names.indexOf(configuration), 0)).colour;
  };
}

function barSeries(lines: Line[], groups: BarGroup[], shown: Shown, theme: ChartTheme, width: number): BarSeriesOption {
  const colourOf = colours(groups, theme);
  return {
    type: "bar",
    name: shown.label,
    barWidth: width,
    emphasis: { disabled: true },
    label: {
      show: true,
      position: "right",
      ...(lines.some(({ bar }) => bar && isSingle(bar)) ? { distance: CIRCLE_ROOM } : {}),
      color: theme.text,
      fontSize: FONT_SIZE.title,
      formatter: ({ dataIndex }) => {
        const bar = lines[dataIndex]?.bar;
        return bar && !isTextApart(bar, shown) ? barText(bar, shown) : "";
      },
    },
    data: lines.map(({ bar }) => {
      const value = bar && shown.value(bar);
      if (!bar || value === null) return "-";
      const colour = colourOf(bar);
      const exact = bar.kind === "exact";
      return {
        value,
        itemStyle: {
          color: exact ? colour : theme.background,
          borderColor: colour,
          borderWidth: LINE_WIDTH,
          borderRadius: [0, BAR.radius, BAR.radius, 0],
          ...(bar.invalid ? { opacity: INVALID_OPACITY } : {}),
        },
      };
    }),
  };
}

/** Whiskers and intervals over the runs behind the bars with their texts, and an open circle where there is one run. */
function spread(lines: Line[], shown: Shown, theme: ChartTheme): ChartSeries[] {
  const bars = lines.flatMap(({ bar }, index) => (bar ? [{ bar, index }] : []));
  const points = bars.map(({ bar, index }) => ({
    place: index,
    n: bar.n,
    span: shown.span(bar, "spans"),
    interval: shown.span(bar, "intervals"),
  }));
  const look = { name: shown.label, axis: 0, colour: theme.text, halo: theme.background, along: "x" as const };
  const ends = bars.flatMap(({ bar, index }) => {
    const value = shown.value(bar);
    return isSingle(bar) && value !== null ? [[value, index] as const] : [];
  });
  const far = bars.filter(({ bar }) => isTextApart(bar, shown));
  const texts: ChartSeries[] =
    far.length === 0
      ? []
      : [
          {
            type: "custom",
            name: shown.label,
            silent: true,
            tooltip: { show: false },
            encode: { x: 0, y: 1 },
            data: far.map(({ bar, index }) => [reach(bar, shown), index]),
            renderItem: ({ dataIndex }, api) => {
              const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
              const bar = far[dataIndex]?.bar;
              return {
                type: "text",
                x: x + 6,
                y,
                style: {
                  text: bar ? barText(bar, shown) : "",
                  fill: theme.text,
                  fontFamily: FONT_FAMILY,
                  fontSize: FONT_SIZE.title,
                  textVerticalAlign: "middle",
                },
              };
            },
          },
        ];
  return [
    ...certaintyMarks({ ...look, points }),
    ...openEnds({ name: shown.label, colour: theme.text, fill: theme.background, points: ends }),
    ...texts,
  ];
}

function tooltipText(lines: Line[], shown: Shown) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const bar = lines[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1]?.bar;
    return bar ? `${plainText(bar.name)}\n${shown.label}  ${barText(bar, shown)}` : "";
  };
}

export function barsOption(data: BarsData, theme: ChartTheme, view: ChartView): ChartOption {
  const shown = shownOf(data);
  const groups = barGroups(data);
  const lines = linesOf(groups);
  const bars = groups.flatMap((group) => group.bars);
  const narrow = !isWide(view);
  const plot = view.height - TOP - BOTTOM;
  const row = plot / Math.max(lines.length, 1);
  const above = view.width - 24;
  const { room: nameRoom, linesOf: nameLines } = barNames(
    bars.map(({ name }) => name),
    { width: view.width, row, above: narrow ? above : null },
  );
  const left = nameRoom + 14;
  const barWidth = Math.min(BAR.thickness, row * 0.6);
  const scale = axisScale(shown, Math.max(0, ...bars.map((bar) => reach(bar, shown))));
  const isBelow = bars.some((bar) => (shown.value(bar) ?? 0) < 0);
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const lineText = ({ heading, bar }: Line): string => {
    if (heading !== null) return `{heading|${plainText(fitText(heading, FONT_SIZE.title, above))}}`;
    return nameLines(bar?.name ?? "")
      .map((text) => `{name|${plainText(text)}}`)
      .join("\n");
  };
  return {
    ...baseOption(theme),
    grid: [
      {
        left,
        right: bars.some(({ n }) => n) ? COUNTED_ROOM : VALUE_ROOM,
        top: TOP,
        height: plot,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, scale.unit ? `${shown.label} (${scale.unit})` : shown.label),
        type: "value",
        ...(isBelow ? {} : { min: 0 }),
        splitNumber: narrow ? 3 : 6,
        axisLabel: { ...look.axisLabel, formatter: scale.format },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: lines.map((_, index) => String(index)),
        // The names stay at the edge, also where bars go to both sides of zero.
        axisLine: { ...upright.axisLine, onZero: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          inside: narrow,
          margin: narrow ? 2 : 8,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          // On a narrow page the names are above their bars, which then have the whole width.
          ...(narrow ? { verticalAlign: "bottom" as const } : {}),
          formatter: (_: string, index: number) => lines.map(lineText)[index] ?? "",
          rich: {
            heading: {
              fontWeight: 600,
              fontSize: FONT_SIZE.title,
              color: theme.text,
              // As wide as the names and flush left, so that a long heading runs into its own empty line.
              ...(narrow ? { padding: [0, 0, -8, 0] } : { width: nameRoom, align: "left" as const }),
            },
            name: {
              fontSize: FONT_SIZE.title,
              lineHeight: NAME_LINE,
              color: theme.text,
              padding: narrow ? [0, 0, barWidth / 2 + 4, 0] : 0,
            },
          },
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(lines, shown)),
    series: [barSeries(lines, groups, shown, theme, barWidth), ...spread(lines, shown, theme)],
  };
}
