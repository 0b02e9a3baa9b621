/** Measurements table, one row per phase with a measurement. */
import { Group } from "@mantine/core";
import { ORIGINS } from "@/api/runs";
import type { Measurement, Phase } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { PhaseStretches } from "@/components/phase-stretches";
import { BadgeTags, Tag } from "@/components/tag";
import { exactBytesPerSecond, exactIops, exactLatency } from "@/lib/exact-values";
import { thinTail } from "@/lib/percentiles";
import { formatNumber } from "@/lib/units";
import { word } from "@/messages";
import { run as words } from "@/messages/run";
import { PublishedFigures } from "./published-figures";
import classes from "./run.module.css";
import { workloadText } from "./workload-text";

interface Row {
  phase: Phase;
  measurement: Measurement;
}

interface Figure extends Column<Row> {
  value: (measurement: Measurement) => number | null;
}

/** A value with every digit; of a source that does not have it, that it is not published. */
const number = (
  key: string,
  title: string,
  value: (measurement: Measurement) => number | null,
  format: (value: number | null) => string,
): Figure => ({
  key,
  title,
  numeric: true,
  value,
  cell: (row) => (isUnpublished(row, value) ? words.notPublished : format(value(row.measurement))),
});

const isUnpublished = ({ phase, measurement }: Row, value: Figure["value"]): boolean =>
  phase.kind === "published" && value(measurement) === null;

/** A percentile; one that too few I/Os lie beyond is marked as such. */
function percentile(
  key: string,
  title: string,
  percent: number,
  value: (measurement: Measurement) => number | null,
): Figure {
  return {
    key,
    title,
    numeric: true,
    value,
    cell: (row) => {
      if (isUnpublished(row, value)) return words.notPublished;
      const { measurement } = row;
      const latency = value(measurement);
      const text = exactLatency(latency);
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

const NAMES: readonly Column<Row>[] = [
  { key: "phase", title: words.columns.phase, cell: ({ phase }) => `${phase.ordinal}. ${phase.name}` },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: ({ phase }) => workloadText(phase),
  },
];
const FIGURES: readonly Figure[] = [
  number("iops", words.columns.iops, ({ iops }) => iops, exactIops),
  number("throughput", words.columns.throughput, (value) => value.throughput_bytes_per_s, exactBytesPerSecond),
  number("mean", words.columns.mean, (value) => value.latency_mean_ns, exactLatency),
  percentile("p99", words.columns.p99, 99, (value) => value.latency_p99_ns),
  percentile("p9999", words.columns.p9999, 99.99, (value) => value.latency_p9999_ns),
  number("max", words.columns.max, (value) => value.latency_max_ns, exactLatency),
];
const PUBLISHED: Column<Row> = {
  key: "published",
  title: words.columns.published,
  wrap: true,
  cell: ({ measurement }) => <PublishedFigures figures={measurement.published_figures} />,
};
const REMARKS: Column<Row> = {
  key: "remarks",
  title: words.columns.remarks,
  cell: ({ measurement }) => <Remarks measurement={measurement} />,
};

/** Published results have the figures of their source alone, in its own characters beside the reading. */
function columnsOf(rows: readonly Row[]): readonly Column<Row>[] {
  const isPublished = rows.every(({ phase }) => phase.kind === "published");
  const figures = FIGURES.filter(
    ({ value }) => !isPublished || rows.some(({ measurement }) => value(measurement) !== null),
  );
  const hasTexts = rows.some(({ measurement }) => measurement.published_figures.length > 0);
  return [...NAMES, ...figures, ...(hasTexts ? [PUBLISHED] : []), REMARKS];
}

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
            columns={columnsOf(rows)}
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
