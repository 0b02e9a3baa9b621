/** Results of a history that are worse than usual, and the usual result. Pure. */
import { medianOf } from "./median";

/** Minimum number of earlier results; fewer do not define a usual result. */
export const MIN_EARLIER = 3;
/** Standard deviations from the mean of the usual results, and percent of their median, that a worse one is away. */
const FAR = { deviations: 5, percent: 2 } as const;

export interface Usual {
  median: number;
  low: number;
  high: number;
  count: number;
}

export interface JudgedHistory {
  /** Flag for each result, oldest first. */
  worse: readonly boolean[];
  /** Reference of the newest result; null with fewer than three results before it. */
  usual: Usual | null;
}

/** Judge results, oldest first: each is compared with those before it that are not worse themselves. */
export function judgeHistory(values: readonly number[], better: "higher" | "lower"): JudgedHistory {
  const usual: number[] = [];
  const worse = values.map((value) => {
    const isWorse = isFarWorse(value, usual, better);
    if (!isWorse) usual.push(value);
    return isWorse;
  });
  return { worse, usual: usualOf(worse.at(-1) === false ? usual.slice(0, -1) : usual) };
}

function usualOf(values: readonly number[]): Usual | null {
  const median = medianOf(values);
  if (median === null || values.length < MIN_EARLIER) return null;
  return { median, low: Math.min(...values), high: Math.max(...values), count: values.length };
}

function isFarWorse(value: number, usual: readonly number[], better: "higher" | "lower"): boolean {
  const median = medianOf(usual);
  if (median === null || usual.length < MIN_EARLIER) return false;
  const mean = usual.reduce((sum, figure) => sum + figure, 0) / usual.length;
  const squares = usual.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (usual.length - 1));
  const away = better === "higher" ? mean - value : value - mean;
  return away >= FAR.deviations * deviation && away > (FAR.percent / 100) * Math.abs(median);
}
