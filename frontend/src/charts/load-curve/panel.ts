/** Load curves as a kind of panel. */
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Load",
  name: "Load curve",
  icon: "IconTrendingUp",
  picture: { lines: ["M2 44L30 42L60 37L88 26L102 6", "M2 46L40 44L74 40L110 20"] },
  title: () => "Latency over offered load",
  isAbsolute: true,
} satisfies PanelKind;
