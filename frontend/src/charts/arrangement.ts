/** Arrangement of curves: in one chart, or each in a panel of its own. A separate module, as addresses use it. */

export const ARRANGEMENTS = ["one", "apart"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];
