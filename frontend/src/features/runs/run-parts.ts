/** The parts of a run page, each with an address of its own. */
import type { Run } from "@/api/types";

export const RUN_PARTS = ["summary", "curves", "sweeps", "latency", "environment", "files", "report"] as const;
export type RunPart = (typeof RUN_PARTS)[number];

/** The parts that a run has: only one that carried out a test of SNIA PTS has its report. */
export function partsOf({ report }: Pick<Run, "report">): RunPart[] {
  return RUN_PARTS.filter((part) => part !== "report" || report !== null);
}

/** The part behind an address, as in `/runs/r-1/latency`. */
export function partAt(pathname: string): RunPart {
  return RUN_PARTS.find((part) => pathname.split("/")[3] === part) ?? "summary";
}
