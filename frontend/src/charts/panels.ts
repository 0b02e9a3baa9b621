/** The kinds of panels of a workbench as the editor and cards name them; what draws them is in `figures.ts`. */
import { TIME_METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { byKind } from "./by-kind";
import type { Numbers } from "./changes";
import type { PanelKind } from "./workbench/contract";
import type { Panel } from "./workbench/document";

export const PANELS = byKind(import.meta.glob<PanelKind>("./*/panel.ts", { eager: true, import: "panel" }), "panel.ts");

/** The title of a panel as far as its kind, its metric and its axis give it. */
export function panelTitle({ chart, metric, axis }: Pick<Panel, "chart" | "metric" | "axis">): string {
  const { name, title } = PANELS[chart];
  return title ? title(TIME_METRICS[metric], axis) : name;
}

/** A remark on a panel, with the words on its values where others are shown against the baseline. */
export function remarkWith(remark: string | undefined, { chart }: Pick<Panel, "chart">, numbers: Numbers): string {
  const isAbsolute = numbers !== "absolute" && PANELS[chart].isAbsolute;
  return [remark, isAbsolute ? workbench.panels.absolute : ""].filter(Boolean).join(" ");
}
