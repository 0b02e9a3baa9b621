/** The 95 % interval of a mean over few repeats. */

/** Two-sided 95 % points of Student's t, for 2 to 11 degrees of freedom: three to twelve repeats, as a comparison takes. */
const T95 = [4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985];
const MIN_REPEATS = 3;

/** Mean minus and plus t times its standard error; null for under three values, and for more than the table knows. */
export function meanInterval(values: readonly number[]): readonly [low: number, high: number] | null {
  const n = values.length;
  const t = T95[n - MIN_REPEATS];
  if (t === undefined) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = t * Math.sqrt(squares / (n - 1) / n);
  return [mean - half, mean + half];
}
