/** What the comparison is asked for by: an address leads to it before the page itself has come. */
import type { SeriesMetric } from "@/api/runs";
import { readRunList } from "@/lib/run-list";
import type { CompareChoice } from "./choice";

export type ComparedBy = Pick<CompareChoice, "references" | "metric" | "baseline" | "pooled">;

/** What an address says; what it leaves out is as usual, and whoever is not compared can be no baseline. */
export function comparedBy(address: {
  runs?: string | undefined;
  metric?: SeriesMetric | undefined;
  baseline?: string | undefined;
  pooled?: boolean | undefined;
}): ComparedBy {
  const { runs, metric = "iops", baseline, pooled = false } = address;
  const references = readRunList(runs);
  return { references, metric, baseline: references.find((reference) => reference === baseline), pooled };
}
