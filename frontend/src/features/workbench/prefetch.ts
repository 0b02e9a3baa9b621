/** Early request for the data that a workbench compares, while the scripts of its page still load. */
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/api/client";
import { comparisonQuery } from "@/api/comparison";
import { measurementsQuery } from "@/api/runs";
import { readWorkbench, type Workbench, type WorkbenchSearch } from "./address";

/** The comparison of the rail is of IOPS: panels have metrics of their own. A run that is not compared is no baseline. */
export const railComparisonQuery = (
  api: Api,
  references: readonly string[],
  { baseline, pooled }: Pick<Workbench, "baseline" | "pooled">,
) =>
  comparisonQuery(api, references, {
    metric: "iops",
    baseline: references.find((reference) => reference === baseline),
    pooled,
  });

/** Prefetch the workbench. The page reports a failure and requests the data again. */
export async function prefetchWorkbench(queryClient: QueryClient, api: Api, search: WorkbenchSearch): Promise<void> {
  const { entries, ...view } = readWorkbench(search);
  if (!("runs" in entries) || entries.runs.length === 0) return;
  const query = railComparisonQuery(api, entries.runs, view);
  await queryClient.prefetchQuery(query);
  const comparison = queryClient.getQueryData(query.queryKey);
  if (!comparison || comparison.runs.length === 0) return;
  const measured = queryClient.prefetchQuery(measurementsQuery(api, ...comparison.runs.map(({ id }) => id)));
  // The code that draws them comes with the scripts of the page.
  const { prefetchCurves } = await import("./prefetch-curves");
  prefetchCurves(queryClient, api, comparison, view);
  await measured;
}
