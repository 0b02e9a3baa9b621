/** Number of cells of a campaign in each state. */
import type { CellState } from "@/api/campaigns";
import type { CampaignMatrix } from "@/api/types";

export type CountedState = CellState | "blocked";

/** In the order of the bar and its legend. */
export const COUNTED: readonly CountedState[] = [
  "measured",
  "running",
  "waiting",
  "planned",
  "blocked",
  "withheld",
  "failed",
  "not_measured",
  "impossible",
];

/** Return the counts of the states that occur; cells that a later generation replaced do not count. */
export function countCells({ cells }: CampaignMatrix, blockedRows: readonly number[]): [CountedState, number][] {
  const counts = new Map<CountedState, number>();
  for (const { state, row, superseded } of cells) {
    if (superseded) continue;
    const counted = state === "planned" && blockedRows.includes(row) ? "blocked" : state;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return COUNTED.flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [[state, count] as [CountedState, number]];
  });
}
