/** Labels of logarithmic axes. */

/** Leading digits of the labels of a logarithmic axis; over less than a decade there is room for more of them. */
const COARSE = [1, 2, 5];
const FINE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const FINE_BELOW = 10;
/** Ratio above which only decades are labelled, each in a unit of its own. */
export const DECADES_ABOVE = 1e4;

/** Round values within the limits of a logarithmic axis. */
export function logTicks(lowest: number, highest: number): number[] {
  const ratio = highest / lowest;
  const digits = ratio < FINE_BELOW ? FINE : ratio > DECADES_ABOVE ? [1] : COARSE;
  const first = Math.floor(Math.log10(lowest));
  const decades = Math.max(Math.ceil(Math.log10(highest)) - first, 0);
  return Array.from({ length: decades + 1 }, (_, step) => 10 ** (first + step))
    .flatMap((decade) => digits.map((digit) => digit * decade))
    .filter((value) => value >= lowest && value <= highest);
}
