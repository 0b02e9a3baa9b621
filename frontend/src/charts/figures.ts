/** The drawing of each kind of panel of a workbench. */
import { byKind } from "./by-kind";
import type { PanelFigure } from "./workbench/contract";

export const FIGURES = byKind(
  import.meta.glob<PanelFigure>("./*/figure.ts", { eager: true, import: "figure" }),
  "figure.ts",
);
