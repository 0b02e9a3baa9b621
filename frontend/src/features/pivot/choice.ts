/** The choice of a table as its address holds it: what the lab proposed is written down with the first change. */
import type { Pivot, PivotFactor } from "@/api/pivot";
import type { PivotSearch } from "./search";

/** The address of what is shown. */
export function chosenSearch({ choice }: Pick<Pivot, "choice">): Partial<PivotSearch> {
  return {
    rows: choice.rows ?? undefined,
    columns: choice.columns ?? undefined,
    panel: choice.panel ?? undefined,
    metric: choice.metric.name,
    fixed: pairsOf(choice.fixed),
  };
}

function pairsOf(fixed: readonly { key: string; value: string }[]): string[] | undefined {
  return fixed.length > 0 ? fixed.map(({ key, value }) => `${key}=${value}`) : undefined;
}

/** The choice with a factor held to a value, or let go where that is null; a factor that is held makes no axis. */
export function holding(pivot: Pick<Pivot, "choice">, key: string, value: string | null): Partial<PivotSearch> {
  const kept = pivot.choice.fixed.filter((each) => each.key !== key);
  const found = chosenSearch(pivot);
  return {
    ...found,
    ...(value === null
      ? {}
      : {
          rows: found.rows === key ? undefined : found.rows,
          columns: found.columns === key ? undefined : found.columns,
          panel: found.panel === key ? undefined : found.panel,
        }),
    fixed: pairsOf(value === null ? kept : [...kept, { key, value }]),
  };
}

export type Axis = "rows" | "columns" | "panel";

/** The choice with another factor on an axis; where that stood on another one, the two change places. */
export function onAxis(pivot: Pick<Pivot, "choice">, axis: Axis, key: string | null): Partial<PivotSearch> {
  const found = chosenSearch({
    choice: { ...pivot.choice, fixed: pivot.choice.fixed.filter((each) => each.key !== key) },
  });
  const before = found[axis];
  const swapped = (["rows", "columns", "panel"] as const).find(
    (other) => key !== null && other !== axis && found[other] === key,
  );
  return { ...found, ...(swapped ? { [swapped]: before } : {}), [axis]: key ?? undefined, baseline: undefined };
}

/** Factors that a select can offer by name, each name once. */
export function options(factors: readonly PivotFactor[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { label } of factors) counts.set(label, (counts.get(label) ?? 0) + 1);
  return factors.map(({ key, label }) => ({
    value: key,
    label: (counts.get(label) ?? 0) > 1 ? `${label} (${key})` : label,
  }));
}
