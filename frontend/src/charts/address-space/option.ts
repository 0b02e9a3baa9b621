/** Throughput over the address space: one point for each part that was read or written, at its beginning. */
import { METRICS } from "@/lib/metrics";
import { formatNumber, formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import {
  type LinePanel,
  type LinePanels,
  linePanelsHeight,
  linePanelsOption,
  panelPoints,
} from "../sweeps/line-panels";
import { inBytes, type SweepCurve, type SweepPoint } from "../sweeps/points";
import type { ChartTheme } from "../theme";

export interface AddressSpaceData extends WithNumbers {
  curves: readonly SweepCurve[];
}

const UNITS: readonly [factor: number, unit: string][] = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
];

const end = (offset: number | null, size: number | null) => (offset === null ? 0 : offset + (size ?? 0));

export function addressPanel(data: AddressSpaceData): LinePanel {
  const points = data.curves.flatMap((curve) => curve.points);
  if (!inBytes(data.curves)) {
    const x = ({ offsetPercent }: SweepPoint) => offsetPercent;
    const format = (share: number) => formatNumber(share, { digits: 4, trim: true });
    return {
      metric: METRICS.throughput_bytes_per_s,
      axis: { type: "value", title: words.axes.positionPercent, min: 0, max: 100, format },
      x,
      place: (share) => formatPercent(share, { digits: 4 }),
    };
  }
  const last = Math.max(1, ...points.map(({ offsetBytes, sizeBytes }) => end(offsetBytes, sizeBytes)));
  // Up to two terabytes disks are spoken of in gigabytes.
  const [factor, unit] = UNITS.find(([step]) => last >= 2 * step) ?? [1, "B"];
  const format = (bytes: number) => formatNumber(bytes / factor, { digits: 4, trim: true });
  return {
    metric: METRICS.throughput_bytes_per_s,
    axis: { type: "value", title: words.axes.positionBytes(unit), min: 0, max: last, format },
    x: ({ offsetBytes }) => offsetBytes,
    place: (bytes) => `${format(bytes)} ${unit}`,
  };
}

const panelsOf = (data: AddressSpaceData): LinePanels => ({
  panels: [addressPanel(data)],
  ...data,
  columns: 1,
});

/** Maximum number of points with symbols; beyond it the line alone is enough. */
const SYMBOLS = 40;

export const addressSpaceHeight = (data: AddressSpaceData, width: number): number =>
  linePanelsHeight(panelsOf(data), width);

export function addressSpaceOption(data: AddressSpaceData, theme: ChartTheme, view: ChartView): ChartOption {
  const option = linePanelsOption(panelsOf(data), theme, view);
  const panel = addressPanel(data);
  const maxPoints = Math.max(0, ...data.curves.map((curve) => panelPoints(panel, curve).length));
  if (maxPoints <= SYMBOLS) return option;
  return { ...option, series: option.series.map((series) => ({ ...series, showSymbol: false })) };
}
