/** The run before one in its series. */
import type { Run, RunHistory, RunSummary } from "@/api/types";

const startOf = ({ started_at, created_at }: Pick<RunSummary, "started_at" | "created_at">) =>
  Date.parse(started_at ?? created_at);

/** The newest finished run of the series that started before and whose configuration is known; null without one. */
export function previousRun(run: Pick<Run, "id" | "started_at" | "created_at">, { items }: Pick<RunHistory, "items">) {
  const own = startOf(run);
  return (
    items
      .map((item) => item.run)
      .filter((other) => other.id !== run.id && other.configuration !== null && startOf(other) < own)
      .toSorted((a, b) => startOf(a) - startOf(b))
      .at(-1) ?? null
  );
}
