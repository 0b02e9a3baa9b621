/** The chart of percentiles (C8): how slow the slow I/Os are, from histograms that were merged and never averaged. */
import { formatLatency, formatShare } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable, TableColumn } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { distributionStyle, type NamedDistribution, type PercentilesData } from "./curves";
import { percentilesOption } from "./option";

const TOLD = [50, 99, 99.9] as const;

function percentileOf({ distribution }: NamedDistribution, { percents }: PercentilesData, percent: number) {
  return distribution.percentiles_ns[percents.indexOf(percent)] ?? null;
}

function describe(data: PercentilesData): string {
  if (data.curves.length === 0) return "Select a result.";
  const sentences = data.curves.map((curve) => {
    const known = TOLD.flatMap((percent) => {
      const value = percentileOf(curve, data, percent);
      return value === null ? [] : [`${percent} % up to ${formatLatency(value)}`];
    });
    return known.length > 0
      ? `${curve.name}: ${known.join(", ")}.`
      : `${curve.name}: too few I/Os for a firm percentile.`;
  });
  return [...sentences, remarksOf(data)].filter(Boolean).join(" ");
}

/** What cannot be seen of the curves. */
function remarksOf(data: PercentilesData): string {
  const printed = data.curves.some(({ distribution }) => distribution.source === "printed");
  const estimated = data.curves.some(({ distribution }) => distribution.estimated);
  return [
    ...(data.cdf ? [] : [`Curves end where fewer than ${data.min_beyond} I/Os are slower.`]),
    ...(printed ? ["Points without a line are published percentiles."] : []),
    ...(estimated ? ["Some percentiles are interpolated within wide buckets."] : []),
  ].join(" ");
}

const latency = (label: string): TableColumn => ({
  label,
  unit: "ns",
  format: (value) => formatLatency(value as number | null, { digits: 4 }),
});
const text = (label: string): TableColumn => ({ label, unit: null, format: (value) => String(value ?? "") });
const percentColumn = (label: string): TableColumn => ({
  label,
  unit: "percent",
  format: (value) => formatShare(value as number | null, { digits: 7 }),
});

/** The percentiles of all curves side by side, or every bin of every curve in the other form. */
function table(data: PercentilesData): DataTable {
  if (data.cdf) {
    return {
      caption: "Percentile of each bin",
      columns: [text("Result"), latency("Latency"), latency("Upper edge of the bin"), percentColumn("Share")],
      rows: data.curves.flatMap(({ name, distribution: { cdf } }) =>
        (cdf?.value_ns ?? []).map((value, index): Cell[] => [
          name,
          value,
          cdf?.upper_ns[index] ?? null,
          cdf?.percent[index] ?? null,
        ]),
      ),
    };
  }
  return {
    caption: "Latency percentiles",
    columns: [percentColumn("Percentile"), ...data.curves.map(({ name }) => latency(name))],
    rows: data.percents.map((percent, index): Cell[] => [
      percent,
      ...data.curves.map(({ distribution }) => distribution.percentiles_ns[index] ?? null),
    ]),
  };
}

export const percentiles: ChartDefinition<PercentilesData> = {
  id: "percentiles",
  title: "Latency percentiles",
  metrics: ["latency_p50_ns", "latency_p99_ns", "latency_p9999_ns"],
  height: (_, width) => heightAt(DRAWN.percentiles, width),
  option: percentilesOption,
  legend: ({ curves }, theme) =>
    curves.map((curve, index) => ({
      name: curve.name,
      kind: "line",
      style: distributionStyle(curve, index, theme),
      symbol: curve.distribution.source === "printed",
    })),
  describe,
  caption: (data) => (data.curves.length > 0 ? remarksOf(data) : describe(data)),
  table,
  zoomable: false,
  endNames: ({ cdf, curves }) => (cdf ? [] : curves.map(({ name }) => name)),
  toggle: { label: "Cumulative distribution", apply: (data, cdf) => ({ ...data, cdf }) },
};
