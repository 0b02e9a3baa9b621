/** Measurements table, one row per phase with a measurement. */
import { Group } from "@mantine/core";
import { ORIGINS } from "@/api/runs";
import type { Measurement, Phase } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { PhaseStretches } from "@/components/phase-stretches";
import { BadgeTags, Tag } from "@/components/tag";
import { thinTail } from "@/lib/percentiles";
import { formatBytesPerSecond, formatIops, formatLatency, formatNumber } from "@/lib/units";
import { word } from "@/messages";
import { run as words } from "@/messages/run";
import classes from "./run.module.css";
import { workloadText } from "./workload-text";

const DIGITS = { digits: 4 };

interface Row {
  phase: Phase;
  measurement: Measurement;
}

const number = (key: string, title: string, cell: (measurement: Measurement) => string): Column<Row> => ({
  key,
  title,
  numeric: true,
  cell: ({ measurement }) => cell(measurement),
});

/** A percentile; one that too few I/Os lie beyond is marked as such. */
function percentile(
  key: string,
  title: string,
  percent: number,
  value: (measurement: Measurement) => number | null,
): Column<Row> {
  return {
    key,
    title,
    numeric: true,
    cell: ({ measurement }) => {
      const latency = value(measurement);
      const text = formatLatency(latency, DIGITS);
      const beyond = latency === null ? null : thinTail(measurement.latency_n, percent);
      if (beyond === null) return text;
      const detail = words.thin(formatNumber(beyond, { digits: 2, trim: true }));
      return (
        <span className={classes.thin} title={detail}>
          {text}
          <span className="visually-hidden"> ({detail})</span>
        </span>
      );
    },
  };
}

const COLUMNS: readonly Column<Row>[] = [
  { key: "phase", title: words.columns.phase, cell: ({ phase }) => `${phase.ordinal}. ${phase.name}` },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: ({ phase }) => workloadText(phase),
  },
  number("iops", words.columns.iops, (value) => formatIops(value.iops, DIGITS)),
  number("throughput", words.columns.throughput, (value) => formatBytesPerSecond(value.throughput_bytes_per_s, DIGITS)),
  number("mean", words.columns.mean, (value) => formatLatency(value.latency_mean_ns, DIGITS)),
  percentile("p99", words.columns.p99, 99, (value) => value.latency_p99_ns),
  percentile("p9999", words.columns.p9999, 99.99, (value) => value.latency_p9999_ns),
  number("max", words.columns.max, (value) => formatLatency(value.latency_max_ns, DIGITS)),
  {
    key: "remarks",
    title: words.columns.remarks,
    cell: ({ measurement }) => <Remarks measurement={measurement} />,
  },
];

/** Number of rows from which a table scrolls internally: a sweep has a hundred. */
const LONG_FROM = 16;

export function MeasurementsTable({ phases }: { phases: readonly Phase[] }) {
  return (
    <PhaseStretches
      phases={phases.filter(({ measurement }) => measurement)}
      every={phases}
      stateOf={({ state }) => state}
      table={(measured, place) => {
        const rows = measured.flatMap((phase) =>
          phase.measurement ? [{ phase, measurement: phase.measurement }] : [],
        );
        return (
          <DataTable
            caption={place === null ? words.measurementsCaption : words.measurementsCaptionOf(place)}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ measurement }) => measurement.id}
            long={rows.length >= LONG_FROM}
            minWidth={1100}
          />
        );
      }}
    />
  );
}

/** Show badges, and the precision of inexact figures; their origin is at the head of the page. */
function Remarks({ measurement: { badges, value_kind } }: { measurement: Measurement }) {
  return (
    <Group gap={4} wrap="nowrap">
      {value_kind && value_kind !== "exact" && <Tag label={word(words.valueKinds, value_kind)} />}
      <BadgeTags badges={badges.filter(({ code }) => !ORIGINS.some((origin) => origin === code))} />
    </Group>
  );
}
