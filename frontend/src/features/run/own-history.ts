/** The runs of one configuration, and whether a result is within what is usual there. */

import type { HistoryFigures } from "@/api/comparison";
import type { Run } from "@/api/types";
import { joinShort, shortValue } from "@/lib/short-values";
import { runPage as words } from "@/messages/run-page";

export interface OwnHistory {
  /** Values of the runs of this configuration, oldest first, this one among them. */
  values: number[];
  sentence: string;
  /** Distance from the lowest to the highest, in percent of the mean; null with a single run. */
  spread: number | null;
}

/** Fewer earlier runs do not show a usual range. */
const FEWEST = 3;

/** Return the history of a run's configuration by the figures of one workload; null if the run is not part of it. */
export function ownHistory(
  run: Pick<Run, "id" | "configuration">,
  { lines, history }: HistoryFigures,
  value: number | null,
): OwnHistory | null {
  const place = history.items.findIndex((item) => item.run.id === run.id);
  if (place < 0 || !run.configuration) return null;
  const measuredLines = lines.filter(({ values }) => values[place] != null);
  const line =
    measuredLines.find(({ values }) => values[place] === value) ??
    measuredLines.toSorted((a, b) => (b.values[place] ?? 0) - (a.values[place] ?? 0))[0];
  if (!line) return null;
  const own = line.values[place] ?? 0;
  const items = history.items.flatMap((item, index) => {
    const figure = line.values[index];
    return item.run.configuration?.id === run.configuration?.id && figure != null ? [{ index, figure }] : [];
  });
  const values = items.map(({ figure }) => figure);
  const earlier = items.filter(({ index }) => index < place).map(({ figure }) => figure);
  const mean = values.reduce((sum, figure) => sum + figure, 0) / values.length;
  const spread = values.length > 1 ? (100 * (Math.max(...values) - Math.min(...values))) / mean : null;
  return { values, spread, sentence: sentenceOf(own, earlier, values.length) };
}

const short = (value: number) => shortValue("iops", value).number;

function sentenceOf(own: number, earlier: readonly number[], count: number): string {
  if (count < 2) return words.firstRun;
  if (earlier.length < FEWEST) return words.few;
  const [low, high] = [Math.min(...earlier), Math.max(...earlier)];
  const isWithin = own >= low && own <= high;
  return (isWithin ? words.within : words.outside)(joinShort(shortValue("iops", own)), short(low), short(high));
}
