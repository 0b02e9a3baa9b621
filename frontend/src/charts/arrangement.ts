/** How many curves are laid out: in one chart, or each in a panel of its own. Addresses know it, so it stands apart. */

export const ARRANGEMENTS = ["one", "apart"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];
