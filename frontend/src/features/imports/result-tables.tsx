/** Tables of a result: its measurements, its curves, and the interpretation of each number in the file. */
import { Text } from "@mantine/core";
import type { ImportResult, ReadMeasurement, ReadNumber, ReadSeries } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { LazyDetails } from "@/components/lazy-details";
import { Tag } from "@/components/tag";
import { formatBytesPerSecond, formatCount, formatIops, formatLatency, formatNumber } from "@/lib/units";
import { messages, word } from "@/messages";
import { importPage as words } from "@/messages/imports";
import { run as runWords } from "@/messages/run";
import classes from "./imports.module.css";

const DIGITS = { digits: 4 };
const EXACT = { digits: 12, trim: true };

/** Names of jobs repeat within a file: a row is known by its position. */
type Placed = ReadMeasurement & { position: number };

const number = (key: string, title: string, cell: (measurement: ReadMeasurement) => string): Column<Placed> => ({
  key,
  title,
  numeric: true,
  cell,
});

const MEASUREMENT_COLUMNS: readonly Column<Placed>[] = [
  { key: "name", title: words.columns.name, wrap: true, cell: ({ name }) => name },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: ({ workload }) => workload ?? messages.unknown,
  },
  number("iops", words.columns.iops, ({ iops }) => formatIops(iops, DIGITS)),
  number("throughput", words.columns.throughput, (read) => formatBytesPerSecond(read.throughput_bytes_per_s, DIGITS)),
  number("mean", words.columns.mean, ({ latency_mean_ns }) => formatLatency(latency_mean_ns, DIGITS)),
  number("p99", words.columns.p99, ({ latency_p99_ns }) => formatLatency(latency_p99_ns, DIGITS)),
  {
    key: "remarks",
    title: words.columns.remarks,
    wrap: true,
    cell: ({ value_kind, error }) => (
      <span className={classes.labels}>
        {value_kind !== "exact" && <Tag label={word(runWords.valueKinds, value_kind)} />}
        {error && <Tag label={error} level="error" />}
      </span>
    ),
  },
];

export function MeasurementRows({ result }: { result: ImportResult }) {
  const { measurements, measurements_count, title } = result;
  if (measurements.length === 0) return null;
  return (
    <>
      <DataTable
        caption={words.measurementsCaption(title)}
        columns={MEASUREMENT_COLUMNS}
        rows={measurements.map((measurement, position) => ({ ...measurement, position }))}
        rowKey={({ position }) => String(position)}
        long
        minWidth={900}
      />
      <FirstOnly shown={measurements.length} count={measurements_count} />
    </>
  );
}

const NUMBER_COLUMNS: readonly Column<ReadNumber>[] = [
  { key: "position", title: words.columns.place, cell: ({ position }) => position },
  { key: "text", title: words.columns.text, cell: ({ text }) => <code>{text}</code> },
  {
    key: "value",
    title: words.columns.value,
    numeric: true,
    cell: ({ value }) => (value === null ? words.notRead : formatNumber(value, EXACT)),
  },
  { key: "unit", title: words.columns.unit, cell: ({ unit }) => unit ?? messages.none },
  { key: "field", title: words.columns.field, cell: ({ field }) => field },
];

export function NumberRows({ result: { numbers, title } }: { result: ImportResult }) {
  if (numbers.length === 0) return null;
  return (
    <LazyDetails summary={words.numbers(numbers.length)}>
      {() => (
        <DataTable
          caption={words.numbersCaption(title)}
          columns={NUMBER_COLUMNS}
          rows={numbers}
          rowKey={({ position, field, text }) => `${position} ${field} ${text}`}
          long
        />
      )}
    </LazyDetails>
  );
}

export function FoundSeries({ series }: { series: readonly ReadSeries[] }) {
  if (series.length === 0) return null;
  return (
    <div>
      <strong>{words.series}</strong>
      <ul className={`${classes.list} ${classes.seriesList}`}>
        {series.map(({ metric, direction, jobs, points }) => (
          <li key={`${metric} ${direction}`}>
            {words.seriesOf(word(words.metrics, metric), direction, jobs, formatCount(points))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FirstOnly({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <Text c="dimmed" size="sm">
      {words.firstOnly(shown, count)}
    </Text>
  );
}
