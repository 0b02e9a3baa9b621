/** A list of numbers of drives, as it is typed. */
import { MAX_DRIVES } from "./draft";

/** The numbers in a text, each once and in order; anything else in it is left out. */
export function readCounts(typed: string): number[] | undefined {
  const numbers = (typed.match(/\d+/g) ?? []).map(Number).filter((count) => count >= 1 && count <= MAX_DRIVES);
  const counts = [...new Set(numbers)].sort((one, other) => one - other);
  return counts.length > 0 ? counts : undefined;
}

export function countsText(counts: readonly number[] | undefined): string {
  return (counts ?? []).join(", ");
}
