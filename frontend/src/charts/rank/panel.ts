/** Ratings as a kind of panel. */
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Rank",
  name: "Rank",
  icon: "IconArrowsSort",
  picture: { form: "rows" },
  title: () => "Rating",
} satisfies PanelKind;
