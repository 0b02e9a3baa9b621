/** Nights by configurations as a map: how far each night was from what is usual. */

import { medianOf } from "@/lib/median";
import { METRICS } from "@/lib/metrics";
import type { ChartDefinition, ChartOption, ChartView } from "../definition";
import {
  changeFrom,
  changeText,
  dayName,
  dayStart,
  type JudgedLine,
  type JudgedRun,
  judgedLines,
  type NightsData,
  worseSentence,
} from "../nights/lines";
import { nightsTable } from "../nights/table";
import { words } from "../nights/words";
import { textWidth } from "../parts";
import { type HeatCell, heatMapHeight, heatMapOption } from "../sweeps/heat-map";
import { diverging } from "../sweeps/scale";
import { type ChartTheme, FONT_SIZE } from "../theme";
import { panel } from "./panel";

/** Narrower cells, in px, have no room for a change. */
const MIN_CELL = 22;
const NAMES_SHARE = 0.35;
/** The change in percent from which on a colour is the strongest, where none is larger. */
const MIN_SCALE = 5;

const rowsOf = (data: NightsData): JudgedLine[] => judgedLines(data).filter(({ usual }) => usual !== null);

/** Days on which a run began, oldest first. */
export const nightsOf = (lines: readonly JudgedLine[]): number[] =>
  [...new Set(lines.flatMap(({ runs }) => runs.map(({ at }) => dayStart(at))))].toSorted((a, b) => a - b);

/** The runs of a night with the median of their changes. */
function cellOf({ runs, usual }: JudgedLine, day: number): { runs: JudgedRun[]; change: number } | null {
  const own = runs.filter(({ at }) => dayStart(at) === day);
  const change = medianOf(own.flatMap(({ value }) => changeFrom(usual, value) ?? []));
  return change === null ? null : { runs: own, change };
}

/** As many of the newest nights as have room. */
function shownNights(lines: readonly JudgedLine[], width: number): number[] {
  const names = Math.max(20, ...lines.map(({ name }) => textWidth(name, FONT_SIZE.label)));
  const room = width - Math.min(names, width * NAMES_SHARE) - 24;
  return nightsOf(lines).slice(-Math.max(1, Math.floor(room / MIN_CELL)));
}

function shortChange(change: number): string {
  const whole = Math.round(change);
  return whole === 0 ? "0" : `${whole < 0 ? "\u2212" : "+"}${Math.abs(whole)}`;
}

function mapOption(data: NightsData, theme: ChartTheme, view: ChartView): ChartOption {
  const lines = rowsOf(data).toReversed();
  const days = shownNights(lines, view.width);
  const cells = lines.map((line) => days.map((day) => cellOf(line, day)));
  const maxChange = Math.max(MIN_SCALE, ...cells.flat().map((cell) => Math.abs(cell?.change ?? 0)));
  const colour = diverging(theme, maxChange, METRICS[data.metric].better);
  const { format } = METRICS[data.metric];
  const drawn = (name: string, day: number, cell: ReturnType<typeof cellOf>): HeatCell | null =>
    cell && {
      colour: colour(cell.change),
      texts: [shortChange(cell.change)],
      isWorse: cell.runs.some(({ isWorse }) => isWorse),
      detail: [
        `${name}, ${words.onNight(dayName(day))}`,
        ...cell.runs.map(({ run, value, isWorse }) =>
          [`${run}  ${format(value, { digits: 4 })}`, ...(isWorse ? [words.judged.worse] : [])].join(", "),
        ),
        `${words.columns.change}  ${changeText(cell.change)}`,
      ].join("\n"),
    };
  return heatMapOption(
    {
      name: panel.name,
      title: null,
      rowTitle: "",
      columnTitle: "",
      rows: lines.map(({ name }) => name),
      columns: days.map(dayName),
      cells: lines.map(({ name }, y) => days.map((day, x) => drawn(name, day, cells[y]?.[x] ?? null))),
    },
    theme,
    view,
  );
}

function describe(data: NightsData): string {
  const lines = rowsOf(data);
  return lines.length === 0 ? words.noUsual : worseSentence(lines);
}

export const nightMap: ChartDefinition<NightsData> = {
  id: "night-map",
  title: panel.name,
  height: (data) => heatMapHeight({ rows: rowsOf(data).map(({ name }) => name) }),
  option: mapOption,
  subtitle: ({ workload }) => workload,
  legend: () => [],
  describe,
  caption: (data) => (rowsOf(data).length > 0 ? "" : words.noUsual),
  table: nightsTable,
  zoomable: false,
};
