/** The history that a configuration belongs to, as its chart shows it: jobs as points, changes, and what is usual. */
import type { HistoryFigures } from "@/api/comparison";
import type { HistoryBand, HistoryData, HistoryMark } from "@/charts/history/option";
import { medianOf } from "@/lib/median";
import { shortChange } from "@/lib/short-values";
import { configuration as words } from "@/messages/configurations";

export type HistoryLine = HistoryFigures["lines"][number];

export interface HistoryView extends Pick<HistoryData, "points" | "marks"> {
  bands: HistoryBand[];
  /** Median over all runs of this configuration; null where none counts. */
  median: number | null;
  /** Keys of the factors that the last change to this configuration changed. */
  changed: ReadonlySet<string>;
}

/** Runs of one job on one class of configuration, one after the other. */
interface Group {
  run: string;
  at: string | null;
  classHash: string | null;
  configuration: string | null;
  values: number[];
  runs: string[];
}

/** Fewer values do not show a usual range. */
const FEWEST = 3;

/** Return the points, changes and bands of one workload, seen from the class of configurations with this hash. */
export function historyView(classHash: string, { history }: HistoryFigures, line: HistoryLine): HistoryView {
  const groups = groupsOf(history.items, line);
  const own = groups.filter((group) => group.classHash === classHash).flatMap(({ values }) => values);
  const marks = changeMarks(history.markers, groups);
  const items = groups.flatMap(({ runs }, index) => runs.map(() => index));
  const isMarked = new Set(marks.map(({ index }) => index));
  const levels = line.changes.flatMap(({ index, change_percent: percent }): HistoryMark[] => {
    const place = items[index];
    if (place === undefined || isMarked.has(place)) return [];
    return [{ index: place, kind: "level", label: percent === null ? words.fromZero : shortChange(percent) }];
  });
  const last = history.markers.findLast(({ run_id }) => {
    const item = history.items.find(({ run }) => run.id === run_id);
    return item?.class_hash === classHash;
  });
  return {
    points: groups.map(({ run, at, values }) => ({
      run,
      at,
      value: medianOf(values),
      span: values.length > 1 ? ([Math.min(...values), Math.max(...values)] as const) : null,
    })),
    marks: [...marks, ...levels],
    bands: bandsOf(groups, classHash, own),
    median: medianOf(own),
    changed: new Set(last?.factors.filter(({ known: isKnown }) => isKnown).map(({ key }) => key)),
  };
}

function groupsOf(items: HistoryFigures["history"]["items"], line: HistoryLine): Group[] {
  const groups: (Group & { key: string })[] = [];
  for (const [index, { run, class_hash }] of items.entries()) {
    const value = line.values[index];
    const values = value == null ? [] : [value];
    const key = `${run.job?.number ?? run.number} ${class_hash}`;
    const before = groups.at(-1);
    if (before?.key === key) {
      before.values.push(...values);
      before.runs.push(run.id);
      continue;
    }
    groups.push({
      key,
      run: run.number,
      at: run.started_at,
      classHash: class_hash,
      configuration: run.configuration?.number ?? null,
      values,
      runs: [run.id],
    });
  }
  return groups;
}

function changeMarks(markers: HistoryFigures["history"]["markers"], groups: readonly Group[]): HistoryMark[] {
  return markers.flatMap(({ run_id, factors }): HistoryMark[] => {
    const index = groups.findIndex(({ runs }) => runs.includes(run_id));
    if (index < 0) return [];
    const knownFactors = factors.filter((factor) => factor.known);
    const [first, ...others] = knownFactors.map(({ label, a, b }) => words.changedTo(label, a ?? "", b ?? ""));
    const description = first === undefined ? words.changedUnknown : words.changes(first, others.length);
    const before = medianOf(stretch(groups.slice(0, index).toReversed()));
    const after = medianOf(stretch(groups.slice(index)));
    const change = before !== null && after !== null && before > 0 ? shortChange((after / before - 1) * 100) : null;
    return [
      { index, kind: "configuration", label: change === null ? description : words.changedBy(description, change) },
    ];
  });
}

/** The values from the first group on, as long as they are of its class; runs without a class end nothing. */
function stretch(groups: readonly Group[]): number[] {
  const firstHash = groups.find(({ classHash }) => classHash !== null)?.classHash;
  const end = groups.findIndex(({ classHash }) => classHash !== null && classHash !== firstHash);
  return groups
    .slice(0, end < 0 ? undefined : end)
    .filter(({ classHash }) => classHash === firstHash)
    .flatMap(({ values }) => values);
}

/** Return the usual range of this class for each period of use, and every other class with its name. */
function bandsOf(groups: readonly Group[], classHash: string, own: readonly number[]): HistoryBand[] {
  const stretches: { from: number; to: number; group: Group; values: number[] }[] = [];
  for (const [index, group] of groups.entries()) {
    const before = stretches.at(-1);
    if (before && before.group.classHash === group.classHash) {
      before.to = index;
      before.values.push(...group.values);
    } else {
      stretches.push({ from: index, to: index, group, values: [...group.values] });
    }
  }
  const lastOwn = stretches.findLast(({ group }) => group.classHash === classHash);
  return stretches.flatMap(({ from, to, group, values }): HistoryBand[] => {
    const isOwn = group.classHash === classHash;
    const counted = isOwn ? own : values;
    if (counted.length === 0 || (isOwn && own.length < FEWEST)) return [];
    const span = { from, to, low: Math.min(...counted), high: Math.max(...counted) };
    if (!isOwn) return [{ ...span, kind: "other", label: words.notCounted(group.configuration) }];
    return [{ ...span, kind: "usual", label: group === lastOwn?.group ? words.usual : "" }];
  });
}
