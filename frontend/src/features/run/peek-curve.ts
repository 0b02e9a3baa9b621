/** The curves of a run and of an earlier one for a small drawing: as many values a second, from the start of both. */
import type { Series } from "@/api/types";

type Curve = Pick<Series, "t0_ms" | "step_ms" | "mean">;

/** Return the values of a curve at the steps of another one; null where it has none. */
export function atStepsOf(own: Curve, other: Curve): (number | null)[] {
  return own.mean.map((_, place) => {
    const at = place * own.step_ms;
    return other.mean[Math.floor(at / other.step_ms)] ?? null;
  });
}

/** Return the time that a curve takes, in seconds. */
export function spanOf({ step_ms, mean }: Curve): number {
  return (step_ms * mean.length) / 1000;
}

/** Return the first and the last known value; null if there is none. */
export function endsOf({ mean }: Curve): [first: number, last: number] | null {
  const defined = mean.filter((value) => value !== null);
  const [first, last] = [defined[0], defined.at(-1)];
  return first === undefined || last === undefined ? null : [first, last];
}
