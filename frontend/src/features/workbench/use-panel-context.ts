/** What all panels are drawn from; the same object for as long as nothing of it changes. */
import { useMemo } from "react";
import { workbench as words } from "@/messages/workbench";
import type { Workbench } from "./address";
import type { PanelContext } from "./panel-context";
import type { WorkbenchData } from "./use-workbench-data";

/** Null while what is drawn is on its way. Keep `zoom` stable. */
export function usePanelContext(
  { comparison, entries, measurements, facts }: WorkbenchData,
  { numbers, linked: isLinked, align, range }: Pick<Workbench, "numbers" | "linked" | "align" | "range">,
  zoom: PanelContext["zoom"],
): PanelContext | null {
  return useMemo(() => {
    if (!comparison || !measurements || !facts) return null;
    const shown = entries.filter((entry) => entry.shown);
    const source = shown.map(({ key, label }) => words.sourceOf(key, label)).join(", ");
    return { comparison, entries, shown, measurements, facts, numbers, isLinked, align, range, zoom, source };
  }, [comparison, entries, measurements, facts, numbers, isLinked, align, range, zoom]);
}
