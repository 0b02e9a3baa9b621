/** The run that another one is compared with: its baseline, else the last one of its configuration. */
import type { Run, RunHistory, RunSummary } from "@/api/types";
import { previousRun } from "./previous-run";

export interface ComparedRun {
  run: RunSummary;
  kind: "baseline" | "last";
}

/** The finished valid run of the same configuration that started before this one; null without one. */
export function lastOfConfiguration(
  run: Pick<Run, "id" | "started_at" | "created_at" | "configuration">,
  history: Pick<RunHistory, "items">,
) {
  const { configuration } = run;
  if (!configuration) return null;
  const items = history.items.filter(
    ({ run: other }) =>
      other.configuration?.id === configuration.id && other.state === "finished" && !other.invalid && !other.trashed,
  );
  return previousRun(run, { items });
}

/** Percent by which a value differs from another; null where there is nothing to compare with. */
export function changePercent(value: number | null | undefined, other: number | null | undefined): number | null {
  if (typeof value !== "number" || typeof other !== "number" || other === 0) return null;
  return (100 * (value - other)) / other;
}
