/** Interpretation of a result in a few rows: its text in the file, its meaning and the certainty. */
import type { ImportResult, ReadMeasurement } from "@/api/types";
import { joinShort, NO_VALUE, shortValue } from "@/lib/short-values";
import { formatCount, formatNumber } from "@/lib/units";
import { word } from "@/messages";
import { importPage as words } from "@/messages/imports";
import { run as runWords } from "@/messages/run";

export interface ReadRow {
  text: string;
  meaning: string;
  precision: string;
  /** A person has to look at it. */
  isDoubt: boolean;
}

const MAX_MEASUREMENTS = 2;
const MAX_SERIES = 2;
const MAX_NUMBERS = 2;

type Read = Pick<ImportResult, "measurements" | "series" | "numbers" | "measurements_count">;

/** Return the first of each kind; what is doubtful comes before what is not. */
export function readRows(result: Read, hasConfiguration: boolean): ReadRow[] {
  const { measurements, series, numbers, measurements_count: count } = result;
  const doubts = numbers.filter(({ value }) => value === null);
  const shownNumbers = [...doubts, ...numbers.filter(({ value }) => value !== null)].slice(0, MAX_NUMBERS);
  const rows = [
    ...measurements.slice(0, MAX_MEASUREMENTS).map(measurementRow),
    ...(count > MAX_MEASUREMENTS ? [row(words.moreMeasurements(count - MAX_MEASUREMENTS), words.likewise, "")] : []),
    ...(meanOnly(measurements) ? [doubt(words.latencyColumn, words.meanNotP99, words.meanOnly)] : []),
    ...series
      .slice(0, MAX_SERIES)
      .map(({ metric, direction, jobs, points }) =>
        row(
          words.logOf(word(words.metrics, metric), direction, jobs),
          words.curveOf(formatCount(points)),
          word(runWords.valueKinds, "exact"),
        ),
      ),
    ...shownNumbers.map(({ text, value, unit, field }) =>
      value === null
        ? doubt(text, field, words.notRead)
        : row(
            text,
            [formatNumber(value, { digits: 12, trim: true }), unit, field].filter(Boolean).join(" "),
            word(runWords.valueKinds, "exact"),
          ),
    ),
    ...(hasConfiguration ? [] : [doubt(NO_VALUE, words.systemUnknown, words.choose)]),
  ];
  return rows.toSorted((a, b) => Number(a.isDoubt) - Number(b.isDoubt));
}

const row = (text: string, meaning: string, precision: string): ReadRow => ({
  text,
  meaning,
  precision,
  isDoubt: false,
});
const doubt = (text: string, meaning: string, precision: string): ReadRow => ({
  text,
  meaning,
  precision,
  isDoubt: true,
});

function measurementRow(read: ReadMeasurement): ReadRow {
  const figures = [
    read.iops === null ? null : joinShort(shortValue("iops", read.iops)),
    read.iops === null ? joinShort(shortValue("throughput_bytes_per_s", read.throughput_bytes_per_s)) : null,
    read.workload,
  ];
  return {
    text: read.printed ?? read.name,
    meaning: figures.filter((figure) => figure !== null && figure !== NO_VALUE).join(", "),
    precision: read.error ?? word(runWords.valueKinds, read.value_kind),
    isDoubt: read.error !== null,
  };
}

const meanOnly = (measurements: readonly ReadMeasurement[]): boolean =>
  measurements.some(({ latency_mean_ns }) => latency_mean_ns !== null) &&
  measurements.every(({ latency_p99_ns }) => latency_p99_ns === null);
