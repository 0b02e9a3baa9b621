/** Data that all panels are drawn from; the same object as long as nothing in it changes. */
import { useMemo } from "react";
import type { Entries } from "@/charts/workbench/document";
import type { Workbench } from "./address";
import type { PanelContext } from "./panel-context";
import { pictureSource } from "./picture-source";
import type { WorkbenchData } from "./use-workbench-data";

/** Null while what is drawn is on its way. Keep `zoom`, `selection` and `address` stable. */
export function usePanelContext(
  { comparison, entries, measurements, runMeasurements, facts }: WorkbenchData,
  { numbers, linked: isLinked, align }: Pick<Workbench, "numbers" | "linked" | "align">,
  zoom: PanelContext["zoom"],
  selection: Entries,
  address?: PanelContext["address"],
): PanelContext | null {
  return useMemo(() => {
    if (!comparison || !measurements || !runMeasurements || !facts) return null;
    const shown = entries.filter((entry) => entry.shown);
    const source = pictureSource(comparison, entries);
    const query = "query" in selection ? selection : null;
    const view = { numbers, isLinked, align, zoom };
    const data = { comparison, entries, shown, measurements, runMeasurements, facts };
    return { ...data, query, ...view, source, address };
  }, [comparison, entries, measurements, runMeasurements, facts, selection, numbers, isLinked, align, zoom, address]);
}
