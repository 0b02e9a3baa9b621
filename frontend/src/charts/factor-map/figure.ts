/** Maps of two factors as panels of a permalink. Pure. */
import type { PivotRequest } from "@/api/pivot";
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { answerTo, type FreezingData, type Frozen } from "../workbench/answers";
import type { PanelFigure } from "../workbench/contract";
import { ofResults, type Panel } from "../workbench/document";
import { mapOf, mapWords } from "./maps";
import { chosenAxes, mapRequest, proposedAxes } from "./requests";
import { words } from "./words";

const panels = workbench.panels;

function freezeMap(panel: Panel, data: FreezingData): Frozen {
  const { metric, factors, workload } = ofResults(panel);
  const runs = data.shown.flatMap((entry) => entry.runs.map(({ number }) => number));
  const requestPivot = (pivot: Omit<PivotRequest, "runs" | "metric">) =>
    answerTo({ pivot: { ...pivot, runs, metric } }, data);
  const proposal = factors.length > 0 ? null : requestPivot({ fixed: [] });
  const axes = proposal?.pivot ? proposedAxes(proposal.pivot) : chosenAxes(factors, data.comparison);
  if (axes.rows === undefined) return { reason: words.noFactors };
  const { pivot: table, refused } = requestPivot(mapRequest(panel, axes));
  if (!table) {
    const isWorkload = workload !== null && refused?.path.startsWith("fixed");
    return { reason: isWorkload ? panels.noWorkload(workload) : (refused?.message ?? words.noFactors) };
  }
  const map = mapOf(table, metric);
  if (!map) return { reason: panels.noMetric(METRICS[metric].label) };
  return { chart: "factor-map", ...mapWords(table, map, { isOfQuery: false }), data: map };
}

export const figure: PanelFigure = { from: "factors", freeze: freezeMap };
