/** The knee of a curve over load: where more load begins to cost more than it gives. Pure. */

/** With fewer points every bend would count as a knee. */
const MIN_POINTS = 4;
/** Values that differ by less are equal: decimal ties are off by an ulp in binary. */
const TIE = 1e-9;

/** On a scale from 0 to 1; null where all are the same. */
function normalised(values: readonly number[]): number[] | null {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low <= TIE * Math.abs(high)) return null;
  return values.map((value) => (value - low) / (high - low));
}

/**
 * Index of the point farthest above the chord between both ends, x after its logarithm (Satopaa et al. 2011), as in the derived
 * figures of a run. Null below four points, where the distance does not exceed 1 / (n - 1), and at either end. `points` are in
 * order of their x, which is above 0.
 */
export function kneeIndex(points: readonly (readonly [x: number, y: number])[]): number | null {
  if (points.length < MIN_POINTS) return null;
  const across = normalised(points.map(([x]) => Math.log2(x)));
  const up = normalised(points.map(([, y]) => y));
  if (!across || !up) return null;
  const distances = up.map((high, index) => high - (across[index] ?? 0));
  const largest = Math.max(...distances);
  const index = distances.findIndex((distance) => distance >= largest - TIE);
  const isInside = index > 0 && index < points.length - 1;
  return isInside && largest > 1 / (points.length - 1) + TIE ? index : null;
}
