/** Early request for the curves of panels over time while the panels are still loading. */
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/api/client";
import type { Comparison } from "@/api/comparison";
import { CURVE_METRICS } from "@/api/runs";
import { curveQueries } from "@/charts/compared/use-curves";
import { panelCurves } from "@/charts/overlay/planned-curves";
import { isOverTime } from "@/charts/workbench/document";
import { entriesOf } from "@/charts/workbench/entries";
import type { Workbench } from "./address";

/** Prefetch the curves. The panels report a failure and request them again. */
export function prefetchCurves(
  queryClient: QueryClient,
  api: Api,
  comparison: Comparison,
  { panels, hidden, align }: Pick<Workbench, "panels" | "hidden" | "align">,
): void {
  const entries = entriesOf(comparison, hidden);
  for (const panel of (panels ?? []).filter(({ chart }) => isOverTime(chart))) {
    const metric = CURVE_METRICS.find((name) => name === panel.metric);
    const { drawn, points } = panelCurves(panel, { entries, align });
    const runs = drawn.map(({ run }) => run);
    if (!metric) continue;
    for (const query of curveQueries(api, { runs, points, phase: panel.phase }, metric)) {
      void queryClient.prefetchQuery(query);
    }
  }
}
