/** Latency percentiles as panels of a permalink. Pure. */
import { workbench } from "@/messages/workbench";
import { panelTitle } from "../panels";
import type { FreezingData, Frozen } from "../workbench/answers";
import type { PanelFigure } from "../workbench/contract";
import type { Panel } from "../workbench/document";
import { chosenRun } from "../workbench/entries";
import { countedRun, numbersOf, ordinalOf, resultName, resultsRemark } from "./results";
import { words } from "./words";

function freezePercentiles(panel: Panel, data: FreezingData): Frozen {
  const { workload } = panel;
  const { shown, latencies } = data;
  const runs = shown.map(countedRun);
  const items = runs.map((run) => latencies[run] ?? []);
  const name = resultName(items, workload);
  if (name === null) return { reason: workload === null ? words.none : workbench.panels.noWorkload(workload) };
  const ordinals = items.map((own) => ordinalOf(own, name));
  const remark = resultsRemark(shown, ordinals);
  const drawable = shown.flatMap((entry, place) => {
    const [ordinal, run] = [ordinals[place] ?? null, runs[place]];
    return ordinal === null || run === undefined ? [] : [{ entry, run, ordinal }];
  });
  const numbers = numbersOf(panel, data);
  const base = drawable.findIndex(({ entry }) => entry.isBaseline);
  if (numbers !== "absolute" && base < 0) return { reason: words.noBaselineOf(name) };
  return {
    chart: "percentiles",
    title: panelTitle(panel),
    subtitle: numbers === "absolute" ? name : `${name}, ${words.againstBaseline[numbers]}`,
    ...(remark ? { remark } : {}),
    data: {
      cdf: false,
      ...(numbers === "absolute" ? {} : { base: { numbers, of: base } }),
      curves: drawable.map(({ entry }) => {
        const { name: label, order = 0, baseline = false, single } = chosenRun(entry);
        return { name: label, look: { order, baseline, single } };
      }),
    },
    results: drawable.map(({ run, ordinal }) => ({ run, ordinal })),
  };
}

export const figure: PanelFigure = { from: "distributions", freeze: freezePercentiles };
