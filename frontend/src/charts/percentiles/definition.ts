/** The chart of percentiles (C8): how slow the slow I/Os are, from histograms that were merged and never averaged. */
import { formatLatency, formatShare } from "@/lib/units";
import { charts as words } from "@/messages/charts";
import { shownChange } from "../changes";
import type { Cell, ChartDefinition, DataTable, TableColumn } from "../definition";
import { DRAWN, heightAt } from "../heights";
import {
  baseValues,
  distributionStyle,
  LATENCY,
  type NamedDistribution,
  type PercentilesData,
  percentileChanges,
} from "./curves";
import { percentilesOption } from "./option";

const DESCRIBED_PERCENTS = [50, 99, 99.9] as const;

function percentileOf({ distribution }: NamedDistribution, { percents }: PercentilesData, percent: number) {
  return distribution.percentiles_ns[percents.indexOf(percent)] ?? null;
}

/** Describe the change of each percentile of a curve from the baseline's; empty where that is not drawn. */
function changeTexts({ distribution }: NamedDistribution, { base, curves }: PercentilesData): string[] {
  const held = baseValues({ base, curves });
  const shown = base && shownChange(base, LATENCY);
  return held && shown ? percentileChanges(distribution, held).map(shown.text) : [];
}

function describe(data: PercentilesData): string {
  if (data.curves.length === 0) return "Select a result.";
  const sentences = data.curves.map((curve) => {
    const changed = changeTexts(curve, data);
    const parts = DESCRIBED_PERCENTS.flatMap((percent) => {
      const value = percentileOf(curve, data, percent);
      const change = changed[data.percents.indexOf(percent)];
      return value === null ? [] : [`${percent} % up to ${formatLatency(value)}${change ? ` (${change})` : ""}`];
    });
    return parts.length > 0
      ? `${curve.name}: ${parts.join(", ")}.`
      : `${curve.name}: too few I/Os for a firm percentile.`;
  });
  return [...sentences, remarksOf(data)].filter(Boolean).join(" ");
}

/** Return the remarks on the curves that the drawing does not show. */
function remarksOf(data: PercentilesData): string {
  const printed = data.curves.some(({ distribution }) => distribution.source === "printed");
  const estimated = data.curves.some(({ distribution }) => distribution.estimated);
  return [
    ...(data.base ? [words.changes.percentiles] : []),
    ...(data.cdf || data.base ? [] : [`Curves end where fewer than ${data.min_beyond} I/Os are slower.`]),
    ...(printed && !data.base ? ["Points without a line are published percentiles."] : []),
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
  const columns = data.curves.flatMap((curve) => curveColumns(curve, data));
  return {
    caption: "Latency percentiles",
    columns: [percentColumn("Percentile"), ...columns.map(({ column }) => column)],
    rows: data.percents.map((percent, index): Cell[] => [
      percent,
      ...columns.map(({ values }) => values[index] ?? null),
    ]),
  };
}

/** The percentiles of a curve, and what they are of the baseline's where that is drawn. */
function curveColumns({ name, distribution }: NamedDistribution, { base, curves }: PercentilesData) {
  const own = { column: latency(name), values: distribution.percentiles_ns };
  const held = baseValues({ base, curves });
  const shown = base && shownChange(base, { ...LATENCY, label: name });
  if (!held || !shown || distribution === held) return [own];
  const values = percentileChanges(distribution, held).map(shown.value);
  return [own, { column: { label: shown.label, unit: shown.unit, format: shown.cell }, values }];
}

export const percentiles: ChartDefinition<PercentilesData> = {
  id: "percentiles",
  title: "Latency percentiles",
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
