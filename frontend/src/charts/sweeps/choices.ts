/** What a reader may choose inside the charts of sweeps; a page keeps it in its address. */

import { ARRANGEMENTS, type Arrangement } from "../arrangement";

export interface SweepChoices {
  /** The depth of the slice over the share of writes: `16`, or `4T/4Q` where several loads have as much outstanding. */
  depth?: string;
  /** Share of writes in percent of the slice over the depth. */
  share?: number;
  /** The workload that is drawn where one chart cannot take all of them. */
  workload?: string;
  /** How the curves of all charts are laid out; as their number asks for unless one is chosen. */
  arrangement?: Arrangement;
}

const LONGEST = 200;

/** The choices in an address: what is not understood is dropped. */
export function readChoices(raw: Record<string, unknown>): SweepChoices {
  const { depth, share, workload, arrangement } = raw;
  return {
    depth: isNumber(depth) ? String(depth) : text(depth),
    share: isNumber(share) && share >= 0 && share <= 100 ? share : undefined,
    workload: text(workload),
    arrangement: ARRANGEMENTS.find((each) => each === arrangement),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= LONGEST ? value : undefined;
}
