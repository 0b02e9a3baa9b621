/** Distributions of response times as curves: what the chart of percentiles draws, in both of its forms. */
import { METRICS, type Metric } from "@/lib/metrics";
import { type Change, changeOf, type Numbers, shownChange } from "../changes";
import type { ChartLimit } from "../limits";
import { type ChartTheme, type Look, type SeriesStyle, seriesStyle, styleOf } from "../theme";

/** One direction of one result, as `GET /runs/{ref}/latency` gives it. */
export interface DistributionData {
  source: "bins" | "printed";
  of: "lat" | "clat" | null;
  estimated: boolean;
  n: number | null;
  percentiles_ns: readonly (number | null)[];
  cdf: {
    value_ns: readonly number[];
    upper_ns: readonly (number | null)[];
    percent: readonly number[];
  } | null;
}

export interface NamedDistribution {
  /** Name in the legend. */
  name: string;
  distribution: DistributionData;
  /** The look of its run in a comparison; that of its place unless given. */
  look?: Look;
}

export interface PercentilesData {
  percents: readonly number[];
  /** A percentile needs as many I/Os beyond it. */
  min_beyond: number;
  curves: readonly NamedDistribution[];
  /** True if the share of the I/Os is drawn over the response time, instead of the reverse. */
  cdf: boolean;
  /** Draws percentiles against those of a baseline, at the percentiles that are known exactly. */
  base?: PercentilesBase;
  /** Target latencies or upper limits, in ns. */
  limits?: readonly ChartLimit[];
}

/** The distribution that the others are compared with, and how. */
export interface PercentilesBase {
  numbers: Exclude<Numbers, "absolute">;
  /** The place of its curve, or its values where it is not drawn. */
  of: number | DistributionData;
}

/** The values of the baseline. */
export function baseValues({ base, curves }: Pick<PercentilesData, "base" | "curves">): DistributionData | undefined {
  return typeof base?.of === "number" ? curves[base.of]?.distribution : base?.of;
}

export const LATENCY: Metric = { ...METRICS.latency_mean_ns, label: "Latency" };

/** Return the change of each known percentile from the baseline's; null where one of both is unknown. */
export function percentileChanges({ percentiles_ns, source, estimated }: DistributionData, base: DistributionData) {
  const kindOf = (own: Pick<DistributionData, "source" | "estimated">) =>
    own.source === "printed" || own.estimated ? "approximate" : "exact";
  return percentiles_ns.map((value, index): Change | null => {
    const other = base.percentiles_ns[index] ?? null;
    if (value === null || other === null) return null;
    return changeOf({ value, kind: kindOf({ source, estimated }) }, { value: other, kind: kindOf(base) });
  });
}

export const distributionStyle = ({ look }: NamedDistribution, index: number, theme: ChartTheme): SeriesStyle =>
  look ? styleOf(theme, look) : seriesStyle(theme, index);

/** The scale ends here: 99.999 % are five nines. */
export const MAX_NINES = 5;

/** Return the number of nines of a share: 90 % is one, 99.9 % are three. */
export function nines(percent: number): number {
  return -Math.log10(1 - percent / 100);
}

/** Return the share with this number of nines as text: `99.9 %`. */
export function shareText(nineCount: number): string {
  const percent = 100 - 10 ** (2 - nineCount);
  const digits = Math.max(1, Math.ceil(nineCount - 1e-9) - 1);
  return `${Number(percent.toFixed(digits))} %`;
}

/** A tick of the axis of nines: `min`, `p90`, `p99.9`. */
export const percentileTick = (nineCount: number): string =>
  nineCount === 0 ? "min" : `p${shareText(nineCount).replace(" %", "")}`;

export type Point = [x: number, y: number];

/** Return the start of the tail with too few I/Os for a statement, in nines; never beyond the scale. */
export function lastNines({ n }: DistributionData, minBeyond: number): number {
  if (n === null || n < minBeyond) return 0;
  return Math.min(Math.log10(n / minBeyond), MAX_NINES);
}

/**
 * Latency over nines, for a line whose steps end with the next point: each bin begins where the one before it
 * ended. The tail of too few I/Os is left out.
 */
export function percentilePoints(distribution: DistributionData, minBeyond: number): Point[] {
  const { cdf } = distribution;
  const end = lastNines(distribution, minBeyond);
  if (!cdf || end <= 0) return [];
  const points: Point[] = [];
  for (const [index, value] of cdf.value_ns.entries()) {
    const from = index === 0 ? 0 : nines(cdf.percent[index - 1] ?? 0);
    if (from >= end) break;
    points.push([from, value]);
  }
  const last = points.at(-1);
  return last ? [...points, [end, last[1]]] : [];
}

/** Share in percent over response time, for a line whose steps end with the next point. */
export function sharePoints({ cdf }: DistributionData): Point[] {
  if (!cdf) return [];
  const points = cdf.value_ns.map((value, index): Point => [cdf.upper_ns[index] ?? value, cdf.percent[index] ?? 0]);
  const first = points[0];
  return first ? [[first[0], 0], ...points] : [];
}

/** The percentiles that are known, as points over nines. */
export function knownPercentiles({ percents, curves }: PercentilesData, curve: number): Point[] {
  const values = curves[curve]?.distribution.percentiles_ns ?? [];
  return percents.flatMap((percent, index): Point[] => {
    const value = values[index] ?? null;
    return value === null ? [] : [[nines(percent), value]];
  });
}

/** The percentiles that are known of a curve and of the baseline, as points over nines of what they are of these. */
export function changedPercentiles({ percents, curves, base }: PercentilesData, curve: number): Point[] {
  const own = curves[curve]?.distribution;
  const held = baseValues({ base, curves });
  const shown = base && shownChange(base, LATENCY);
  if (!own || !held || !shown) return [];
  const changes = percentileChanges(own, held);
  return percents.flatMap((percent, index): Point[] => {
    const value = shown.value(changes[index]);
    return value === null ? [] : [[nines(percent), value]];
  });
}

/** Return the value of a step line of these points at `x`; null outside of it. */
export function valueAt(points: readonly Point[], x: number): number | null {
  const last = points.at(-1);
  if (!last || x > last[0]) return null;
  return points.findLast(([from]) => from <= x)?.[1] ?? null;
}

/** The percentiles that are written on a curve that is read alone. */
const LABELLED = [99, 99.99] as const;

/** Those of them that are known, with their names. */
export function labelledPercentiles(data: PercentilesData, curve: number): { name: string; point: Point }[] {
  const values = data.curves[curve]?.distribution.percentiles_ns ?? [];
  return LABELLED.flatMap((percent) => {
    const value = values[data.percents.indexOf(percent)] ?? null;
    return value === null ? [] : [{ name: `p${percent}`, point: [nines(percent), value] as Point }];
  });
}
