/** Reader's choices inside the charts of sweeps; a page stores them in its address. */

import { ARRANGEMENTS, type Arrangement } from "../arrangement";

export interface SweepChoices {
  /** The depth of the slice over the share of writes: `16`, or `4T/4Q` where several loads have as much outstanding. */
  depth?: string;
  /** Share of writes in percent of the slice over the depth. */
  share?: number;
  /** The workload that is drawn where one chart cannot take all of them. */
  workload?: string;
  /** Arrangement of the curves of all charts; by default it depends on their number. */
  arrangement?: Arrangement;
  /** The curves that are not drawn, by the chart that hides them. */
  hidden?: Readonly<Record<string, readonly string[]>>;
}

const LONGEST = 200;
/** More charts than any page has, and more curves than any chart. */
const MAX_HIDDEN = 200;

/** The choices in an address: what is not understood is dropped. */
export function readChoices(raw: Record<string, unknown>): SweepChoices {
  const { depth, share, workload, arrangement, hidden } = raw;
  return {
    depth: isNumber(depth) ? String(depth) : text(depth),
    share: isNumber(share) && share >= 0 && share <= 100 ? share : undefined,
    workload: text(workload),
    arrangement: ARRANGEMENTS.find((candidate) => candidate === arrangement),
    hidden: readHidden(hidden),
  };
}

/** Return the hidden curves after a change of one chart. A chart that draws all of its curves has no entry. */
export function withHidden(
  hidden: SweepChoices["hidden"],
  chart: string,
  names: readonly string[],
): SweepChoices["hidden"] {
  const others = Object.entries(hidden ?? {}).filter(([key]) => key !== chart);
  const all = names.length > 0 ? [...others, [chart, names] as const] : others;
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

function readHidden(raw: unknown): SweepChoices["hidden"] {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return undefined;
  const entries = Object.entries(raw)
    .slice(0, MAX_HIDDEN)
    .map(([key, names]): [string, string[]] => [
      key,
      Array.isArray(names) ? names.slice(0, MAX_HIDDEN).flatMap((name) => text(name) ?? []) : [],
    ])
    .filter(([key, names]) => key.length <= LONGEST && names.length > 0);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= LONGEST ? value : undefined;
}
