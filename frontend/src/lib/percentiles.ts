/** How firm a percentile is. */

/** I/Os that have to lie beyond a percentile before it is more than one outlier. */
const ENOUGH = 10;

/** How many of `count` values lie beyond a percentile (0 to 100) when those are too few; null when they are enough or unknown. */
export function thinTail(count: number | null, percent: number): number | null {
  if (count === null) return null;
  const beyond = (count * (100 - percent)) / 100;
  return beyond < ENOUGH ? beyond : null;
}
