/** Load curves as panels of a workbench. Pure. */
import { workbench } from "@/messages/workbench";
import { fromMeasurements } from "../workbench/contract";
import { chosenRun } from "../workbench/entries";
import { type Drawn, isOf, named, remarkOf, rowsOf } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import type { LoadData } from "./curves";
import { loadCurve } from "./definition";
import { words } from "./words";

const panels = workbench.panels;

function loadsOf(context: PanelData): Drawn<LoadData> {
  const { shown, measurements, facts, numbers } = context;
  if (shown.length === 0) return { reason: panels.allHidden };
  if (!facts.hasLoads) return { reason: words.none };
  const source = rowsOf(measurements, shown);
  const percents = source.load_percent ?? [];
  const withLoad = new Set((source.run_number ?? []).filter((_, place) => percents[place] !== null).map(String));
  return {
    workload: "",
    data: { source, runs: shown.map(chosenRun), numbers },
    ...remarkOf(shown, (entry) => [...withLoad].some((run) => isOf(entry, run))),
  };
}

export const figure = fromMeasurements(loadCurve, (_, data) =>
  named(loadsOf(data), () => ({ subtitle: words.subtitle })),
);
