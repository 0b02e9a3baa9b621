/** States of a cell without a result: no run measured it, or no source publishes it. */

export type EmptyState = "not_measured" | "not_published";

export const isEmptyState = (state: string): state is EmptyState =>
  state === "not_measured" || state === "not_published";
