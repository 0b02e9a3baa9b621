/** Charts that can compare two configurations: medians of common workloads, and one distribution. */
import type { ConfigurationComparison } from "@/api/configurations";
import type { PhaseLatency } from "@/api/types";
import type { PairPoint } from "@/charts/pair-bars/option";

/** Return the workloads of which both sides have a figure that counts. */
export function pairPoints({ points }: Pick<ConfigurationComparison, "points">): PairPoint[] {
  return points.flatMap(({ workload, a, b }) => {
    if (a.median === null || b.median === null) return [];
    const bar = (cell: typeof a, value: number) => ({
      value,
      n: cell.n,
      isInexact: cell.approximate || cell.estimated,
    });
    return [{ workload, a: bar(a, a.median), b: bar(b, b.median), ratio: b.ratio }];
  });
}

/** Return the last result that both runs call by the same name and have a distribution of; null for none. */
export function sharedDistribution(
  first: readonly PhaseLatency[],
  second: readonly PhaseLatency[],
): { a: PhaseLatency; b: PhaseLatency } | null {
  const drawable = ({ distributions, state }: PhaseLatency) =>
    state === "finished" && distributions.some(({ direction }) => direction === "total");
  for (const a of first.filter(drawable).toReversed()) {
    const b = second.findLast((item) => item.name === a.name && drawable(item));
    if (b) return { a, b };
  }
  return null;
}
