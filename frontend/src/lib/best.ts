/** Best of several figures, if bounds and ranges allow the decision. */

/** A figure and what is known of it: `value` with its kind, or the ends of a printed range. */
export interface Figure {
  value: number | null;
  kind: string | null;
  low?: number | null;
  high?: number | null;
}

/** Sentence for bounds that leave the best open. */
export const LEFT_OPEN = "Bounds and ranges leave the best open.";

type Extent = readonly [min: number, max: number];

/** Between which numbers a figure lies; null when nothing is known of it. */
function extentOf({ value, kind, low, high }: Figure): Extent | null {
  if (value === null) return typeof low === "number" && typeof high === "number" ? [low, high] : null;
  if (kind === "lower_bound" || kind === "range_low") return [value, Number.POSITIVE_INFINITY];
  if (kind === "upper_bound" || kind === "range_high") return [0, value];
  return [value, value];
}

/**
 * The figure that none of the others can surpass; undefined when there is no figure, null when bounds or ranges leave
 * open which it is. Of equals it is the first.
 */
export function bestOf<T extends Figure>(figures: readonly T[], better: "higher" | "lower"): T | null | undefined {
  const withExtent = figures.flatMap((figure) => {
    const extent = extentOf(figure);
    return extent === null ? [] : [{ figure, extent }];
  });
  if (withExtent.length === 0) return undefined;
  const surpassed = (own: Extent, other: Extent) => (better === "higher" ? other[1] > own[0] : other[0] < own[1]);
  const best = withExtent.find((one) =>
    withExtent.every((other) => other === one || !surpassed(one.extent, other.extent)),
  );
  return best?.figure ?? null;
}
