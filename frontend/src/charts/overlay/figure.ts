/** Curves over time as panels of a permalink; pages draw them with what is known so far. Pure. */
import { panelTitle } from "../panels";
import type { FreezingData, Frozen } from "../workbench/answers";
import type { PanelFigure } from "../workbench/contract";
import type { Panel } from "../workbench/document";
import { plannedCurves, timeSubtitle, withoutCurves } from "./planned-curves";

function freezeCurves(panel: Panel, data: FreezingData): Frozen {
  const planned = plannedCurves(panel, data);
  if ("reason" in planned) return planned;
  const { metric, drawn, leftOut, without, isApart } = planned;
  const { range, numbers, align } = data;
  const { phase, options } = panel;
  return {
    chart: isApart ? "multiples" : "overlay",
    title: panelTitle(panel),
    // A picture of one curve has no legend.
    subtitle: [...(drawn.length === 1 ? drawn.map(({ name }) => name) : []), timeSubtitle(panel, { align, isApart })]
      .filter(Boolean)
      .join(", "),
    remark: [...leftOut, withoutCurves(metric, without)].filter(Boolean).join(" "),
    data: { metric, log: options.log, isApart, numbers, range, runs: drawn.map(({ run: _, ...curve }) => curve) },
    curves: drawn.map(({ run }) => ({ run: run.number, phase })),
  };
}

export const figure: PanelFigure = { from: "curves", freeze: freezeCurves };
