/** Block sizes by metric: small ones as IOPS, large ones as throughput. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatBinaryBytes } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { LinePanel } from "../sweeps/line-panels";
import { distinct, type SweepCurve, type SweepPoint } from "../sweeps/points";

export interface BlockSizeData extends WithNumbers {
  curves: readonly SweepCurve[];
  /** Draws both metrics over all sizes, one above the other. */
  dual?: boolean;
}

const KIB = 1024;
/** Sizes below `LARGE_FROM` are drawn as IOPS, those above `SMALL_TO` as throughput: between them, as both. */
const SMALL_TO = 16 * KIB;
const LARGE_FROM = 64 * KIB;

const sizesOf = ({ curves }: BlockSizeData, keep: (bytes: number) => boolean, metric: MetricName): number[] => {
  const points = curves.flatMap((curve) => curve.points);
  const measured = points.filter(({ values }) => (values[metric] ?? null) !== null);
  return distinct(measured, ({ blockBytes }) => blockBytes).filter(keep);
};

export function blockPanel(metric: MetricName, sizes: readonly number[]): LinePanel {
  const places = new Map(sizes.map((bytes, index) => [bytes, index]));
  return {
    metric: METRICS[metric],
    axis: { type: "category", title: words.axes.blockSize, labels: sizes.map((bytes) => formatBinaryBytes(bytes)) },
    x: ({ blockBytes }: SweepPoint) => (blockBytes === null ? null : (places.get(blockBytes) ?? null)),
    place: (index) => formatBinaryBytes(sizes[index]),
  };
}

/** IOPS over the small sizes, throughput over the large ones; over all sizes a metric that would have no panel at all. */
export function blockPanels(data: BlockSizeData): LinePanel[] {
  const small = sizesOf(data, (bytes) => bytes < LARGE_FROM, "iops");
  const large = sizesOf(data, (bytes) => bytes > SMALL_TO, "throughput_bytes_per_s");
  const panels = [
    ...(small.length > 0 ? [blockPanel("iops", small)] : []),
    ...(large.length > 0 ? [blockPanel("throughput_bytes_per_s", large)] : []),
  ];
  return panels.length > 0 ? panels : dualPanels(data);
}

/** IOPS and throughput over the same sizes. */
export function dualPanels(data: BlockSizeData): LinePanel[] {
  const metrics = (["iops", "throughput_bytes_per_s"] as const).filter(
    (metric) => sizesOf(data, () => true, metric).length > 0,
  );
  const sizes = [...new Set(metrics.flatMap((metric) => sizesOf(data, () => true, metric)))].toSorted((a, b) => a - b);
  const [first, ...others] = metrics.map((metric) => blockPanel(metric, sizes));
  return first ? [first, ...others.map((other) => ({ ...other, axis: first.axis }))] : [];
}
