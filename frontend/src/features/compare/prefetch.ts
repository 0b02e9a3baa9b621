/** Asks for what the page of a comparison draws first while its scripts still come. */
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/api/client";
import { type Comparison, comparisonQuery, type DrawnRun } from "@/api/comparison";
import { notesOfRunsQuery } from "@/api/notes";
import { pointsOfEach } from "@/api/runs";
import { curveQueries } from "@/charts/compared/use-curves";
import type { ComparedBy } from "./compared-by";
import { lacksCurves } from "./shown-view";

/** One chart: the runs whose curves share it, the entry that each belongs to, and how many intervals each has at most. */
export interface SharedChart {
  runs: readonly (DrawnRun & { entry: string })[];
  points: number;
}

/**
 * The chart of the entries with these keys. Hiding one of them changes no curve of another: how many intervals these have
 * follows from all that can be drawn together.
 */
export function sharedChart(
  { entries, runs }: Comparison,
  keys: readonly string[],
  hidden: readonly string[],
): SharedChart {
  const members = entries.filter(({ key }) => keys.includes(key));
  const shown = members.filter(({ key }) => !hidden.includes(key));
  return {
    runs: shown.flatMap(({ key, runs: own }) =>
      own.flatMap(({ number }) => {
        const drawn = runs.find((run) => run.number === number);
        return drawn ? [{ ...drawn, entry: key }] : [];
      }),
    ),
    points: pointsOfEach(members.flatMap((entry) => entry.runs).length),
  };
}

/** The notes of all runs, also of those that are hidden: showing them again asks nobody. */
export const comparedNotesQuery = (api: Api, { runs }: Pick<Comparison, "runs">) =>
  notesOfRunsQuery(
    api,
    runs.map(({ number }) => number),
  );

/** `hidden` is null where no curves are drawn. A failure is told by the page, which asks again. */
export async function prefetchComparison(
  queryClient: QueryClient,
  api: Api,
  compared: ComparedBy,
  hidden: readonly string[] | null,
): Promise<void> {
  const query = comparisonQuery(api, compared.references, compared);
  await queryClient.prefetchQuery(query);
  const comparison = queryClient.getQueryData(query.queryKey);
  if (!comparison || hidden === null || lacksCurves(comparison)) return;
  for (const { entries } of comparison.groups) {
    const curves = curveQueries(api, sharedChart(comparison, entries, hidden), compared.metric);
    for (const curve of curves) void queryClient.prefetchQuery(curve);
  }
  void queryClient.prefetchQuery(comparedNotesQuery(api, comparison));
}
