/** Reliability of a percentile. */

/** I/Os that have to lie beyond a percentile before it is more than one outlier. */
const ENOUGH = 10;

/**
 * Return the number of `count` values beyond a percentile (0 to 100) if they are too few; null if they are enough or
 * unknown.
 */
export function thinTail(count: number | null, percent: number): number | null {
  if (count === null) return null;
  const beyond = (count * (100 - percent)) / 100;
  return beyond < ENOUGH ? beyond : null;
}
