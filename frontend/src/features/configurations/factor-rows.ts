/** The factors of two configurations, by what is known of their difference, and what each does alone. */
import type { ConfigurationComparison } from "@/api/configurations";
import { shortChange } from "@/lib/short-values";
import { diff as words } from "@/messages/configurations";

/** States of a factor. `follows`: the value results from a factor that differs, so it is no factor of its own. */
export const FACTOR_STATES = ["differs", "follows", "unknown", "same"] as const;
export type FactorState = (typeof FACTOR_STATES)[number];

export interface FactorLine {
  key: string;
  label: string;
  a: string | null;
  b: string | null;
  /** Applicability of each side; a missing value is unknown if true, and does not exist if false. */
  applies: readonly [a: boolean, b: boolean];
  /** Known effect of this factor alone. */
  effect: string;
}

/** Return the factors by their state, in the order of their groups. */
export function factorLines({
  factors,
  effects,
  consequences,
}: ConfigurationComparison): Record<FactorState, FactorLine[]> {
  const lines: Record<FactorState, FactorLine[]> = { differs: [], follows: [], unknown: [], same: [] };
  const following = consequences.map((row) => ({ ...row, state: "follows" as const }));
  for (const { key, label, state, cells } of [...factors.rows, ...following]) {
    const [a, b] = cells;
    if (!a || !b) continue;
    const match = effects.find((effect) => effect.key === key);
    const change = match && shortChange((match.ratio - 1) * 100);
    const isExact = match?.before === a.value && match.after === b.value;
    lines[state].push({
      key,
      label,
      a: a.value,
      b: b.value,
      applies: [a.state !== "not_applicable", b.state !== "not_applicable"],
      effect:
        state === "unknown" || state === "follows"
          ? words.noEffect[state]
          : !match || !change
            ? words.notMeasured
            : isExact
              ? change
              : words.effectBetween(change, match.before, match.after),
    });
  }
  return lines;
}

/** Return how many factors differ, and whether a difference in results has a known cause. */
export function summaryOf(lines: Record<FactorState, readonly FactorLine[]>): { title: string; cause: string } {
  const [only, ...others] = lines.differs;
  const unknown = lines.unknown.length;
  const title = words.summary(lines.differs.length, unknown);
  if (!only) return { title, cause: unknown > 0 ? words.mayDiffer : words.nothingDiffers };
  if (others.length > 0) return { title, cause: words.noSingleCause };
  return { title, cause: unknown > 0 ? words.causeUnknown(only.label) : words.oneCause(only.label) };
}
