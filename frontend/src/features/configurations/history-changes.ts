/** Changes in a history, for its chart and in words: class of the configuration and level of the figures. */
import type { HistoryFigures } from "@/api/comparison";
import type { HistoryMark } from "@/charts/history/option";
import { formatRelative } from "@/lib/units";
import { configurationHistory as words } from "@/messages/configuration-history";

type Line = HistoryFigures["lines"][number];

export interface HistoryChange {
  key: string;
  at: string | null;
  run: string;
  description: string;
}

/** A change of level after 0 has no percentage. */
function levelText(percent: number | null): string {
  return percent === null ? "a change from 0" : formatRelative(1 + percent / 100);
}

function knownFactors({ factors }: HistoryFigures["history"]["markers"][number]): string {
  return factors
    .filter(({ known: isKnown }) => isKnown)
    .map(({ label, a, b }) => `${label}: ${a} to ${b}`)
    .join(" · ");
}

export function historyMarks({ history }: HistoryFigures, line: Line): HistoryMark[] {
  const places = new Map(history.items.map(({ run }, index) => [run.id, index]));
  return [
    ...history.markers.map((marker): HistoryMark => {
      const label = knownFactors(marker) || marker.after.name;
      return { index: places.get(marker.run_id) ?? 0, kind: "configuration", label };
    }),
    ...line.changes.map(({ index, change_percent }): HistoryMark => {
      return { index, kind: "level", label: levelText(change_percent) };
    }),
  ];
}

/** The same in order of time, as sentences. */
export function historyChanges({ history }: HistoryFigures, line: Line): HistoryChange[] {
  const at = (index: number) => {
    const run = history.items[index]?.run;
    return { at: run?.started_at ?? null, run: run?.number ?? "" };
  };
  const places = new Map(history.items.map(({ run }, index) => [run.id, index]));
  const changes = [
    ...history.markers.map((marker) => ({
      index: places.get(marker.run_id) ?? 0,
      description: words.configuration(marker.before.name, marker.after.name, knownFactors(marker)),
    })),
    ...line.changes.map(({ index, change_percent, better }) => ({
      index,
      description: words.level(levelText(change_percent), better),
    })),
  ];
  return changes
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, description }, place) => ({ key: `${index} ${place}`, ...at(index), description }));
}
