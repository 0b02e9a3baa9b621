/** Progress of a campaign. */
import type { ListedCampaign } from "@/api/types";
import { campaigns as words } from "@/messages/campaigns";

export type Counts = Pick<
  ListedCampaign,
  "cells_total" | "cells_impossible" | "cells_done" | "cells_failed" | "cells_withheld"
>;

/** Cells that failed or are withheld have ended too; what is impossible is no part of what there is to do. */
export function progressOf(counts: Counts): { done: number; possible: number; percent: number; text: string } {
  const { cells_total, cells_impossible, cells_done, cells_failed, cells_withheld } = counts;
  const possible = Math.max(0, cells_total - cells_impossible);
  const ended = cells_done + cells_failed + cells_withheld;
  const facts = [
    words.done(cells_done, possible),
    cells_failed > 0 && words.failed(cells_failed),
    cells_withheld > 0 && words.withheld(cells_withheld),
    cells_impossible > 0 && words.impossible(cells_impossible),
  ];
  return {
    done: cells_done,
    possible,
    percent: possible === 0 ? 0 : Math.min(100, (100 * ended) / possible),
    text: facts.filter(Boolean).join(", "),
  };
}
