/** What each phase measured, one row per phase with a measurement. */
import { Group } from "@mantine/core";
import type { Measurement, Phase } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { BadgeTags, Tag } from "@/components/tag";
import { formatBytesPerSecond, formatIops, formatLatency } from "@/lib/units";
import { messages, word } from "@/messages";
import { workloadText } from "./workload-text";

const words = messages.run;
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

const COLUMNS: readonly Column<Row>[] = [
  { key: "phase", title: words.columns.phase, cell: ({ phase }) => `${phase.ordinal}. ${phase.name}` },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: ({ phase }) => workloadText(phase),
  },
  number("iops", words.columns.iops, (value) => formatIops(value.iops, DIGITS)),
  number("throughput", words.columns.throughput, (value) => formatBytesPerSecond(value.bandwidth_bytes_per_s, DIGITS)),
  number("mean", words.columns.mean, (value) => formatLatency(value.latency_mean_ns, DIGITS)),
  number("p99", words.columns.p99, (value) => formatLatency(value.latency_p99_ns, DIGITS)),
  number("p9999", words.columns.p9999, (value) => formatLatency(value.latency_p9999_ns, DIGITS)),
  number("max", words.columns.max, (value) => formatLatency(value.latency_max_ns, DIGITS)),
  {
    key: "remarks",
    title: words.columns.remarks,
    cell: ({ measurement }) => <Remarks measurement={measurement} />,
  },
];

export function MeasurementsTable({ phases }: { phases: readonly Phase[] }) {
  const rows = phases.flatMap((phase) => (phase.measurement ? [{ phase, measurement: phase.measurement }] : []));
  return (
    <DataTable
      caption={words.measurementsCaption}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ measurement }) => measurement.id}
      minWidth={1100}
    />
  );
}

/** Badges, and how exact the figures are where they are not. */
function Remarks({ measurement: { badges, value_kind } }: { measurement: Measurement }) {
  return (
    <Group gap={4} wrap="nowrap">
      {value_kind && value_kind !== "exact" && <Tag label={word(words.valueKinds, value_kind)} />}
      <BadgeTags badges={badges} />
    </Group>
  );
}
