/** The tabs of a run page, each with an address of its own. */
import type { Run } from "@/api/types";

export const RUN_PARTS = ["result", "phases", "environment", "files", "history", "report"] as const;
export type RunPart = (typeof RUN_PARTS)[number];

/** The tabs that a run has: only one that carried out a test of SNIA PTS has its report. */
export function partsOf({ report }: Pick<Run, "report">): RunPart[] {
  return RUN_PARTS.filter((part) => part !== "report" || report !== null);
}

/** The tab behind an address, as in `/runs/r-1/phases`. */
export function partAt(pathname: string): RunPart {
  return RUN_PARTS.find((part) => pathname.split("/")[3] === part) ?? "result";
}
