/** Health of a drive: its current report and its earlier reports. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { driveHealthQuery } from "@/api/drive-life";
import type { HealthReading, HealthValues } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { Paging } from "@/components/paging";
import { type Property, PropertyList, property } from "@/components/property-list";
import { formatBytes, formatCount, formatPercent, formatTemperature } from "@/lib/units";
import { messages, word } from "@/messages";
import { driveLife as words } from "@/messages/drive-life";

const COLUMNS: readonly Column<HealthReading>[] = [
  { key: "at", title: words.columns.at, cell: ({ at }) => <Moment at={at} /> },
  { key: "taken_during", title: words.columns.occasion, cell: (reading) => <Occasion reading={reading} /> },
  { key: "passed", title: words.columns.passed, cell: ({ values }) => <Verdict values={values} /> },
  number("used", ({ used_percent }) => textOrUnknown(used_percent, formatPercent)),
  number("spare", ({ spare_percent }) => textOrUnknown(spare_percent, formatPercent)),
  number("written", ({ written_bytes }) => textOrUnknown(written_bytes, formatBytes)),
  number("read", ({ read_bytes }) => textOrUnknown(read_bytes, formatBytes)),
  number("temperature", ({ temperature_c }) => textOrUnknown(temperature_c, formatTemperature)),
  number("hours", ({ power_on_hours }) => textOrUnknown(power_on_hours, formatCount)),
  number("errors", ({ media_errors }) => textOrUnknown(media_errors, formatCount)),
  {
    key: "warnings",
    title: words.columns.warnings,
    wrap: true,
    cell: ({ values }) => values.warnings.join(" · ") || messages.none,
  },
];

export function DriveHealth({ reference }: { reference: string }) {
  const api = useApi();
  const [cursor, go] = useState<string>();
  const { data, error, refetch } = useQuery(driveHealthQuery(api, reference, cursor));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={400} />;
  return (
    <>
      <Section title={words.smartTitle}>
        <PropertyList properties={propertiesOf(data.latest)} />
      </Section>
      <Section title={words.readings}>
        {data.items.length === 0 && !cursor ? (
          <Text c="dimmed">{words.noReadings}</Text>
        ) : (
          <DataTable
            caption={words.readingsCaption}
            columns={COLUMNS}
            rows={data.items}
            rowKey={({ id }) => id}
            minWidth={1180}
            long
          />
        )}
        <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
      </Section>
    </>
  );
}

function propertiesOf(values: HealthValues): Property[] {
  const { properties: names } = words;
  const count = (value: number | null) => (value === null ? null : formatCount(value));
  const bytes = (value: number | null) => (value === null ? null : formatBytes(value));
  const percent = (value: number | null) => (value === null ? null : formatPercent(value));
  return [
    property(names.passed, values.passed === null ? null : <Verdict values={values} />),
    [names.used, percent(values.used_percent)],
    [names.spare, percent(values.spare_percent)],
    [names.written, bytes(values.written_bytes)],
    [names.read, bytes(values.read_bytes)],
    [names.media, bytes(values.media_written_bytes)],
    [names.temperature, values.temperature_c === null ? null : formatTemperature(values.temperature_c)],
    [names.throttled, values.throttled_minutes === null ? null : words.minutes(formatCount(values.throttled_minutes))],
    [names.hours, count(values.power_on_hours)],
    [names.cycles, count(values.power_cycles)],
    [names.unsafe, count(values.unsafe_shutdowns)],
    [names.media_errors, count(values.media_errors)],
    [names.reallocated, count(values.reallocated_sectors)],
    [names.pending, count(values.pending_sectors)],
    [names.link_errors, count(values.link_errors)],
    [names.warnings, values.warnings.join(" · ") || messages.none],
  ];
}

function Verdict({ values: { passed } }: { values: HealthValues }) {
  if (passed === null) return messages.unknown;
  return <ConditionLabel condition={passed ? "passed" : "not_passed"} />;
}

function Occasion({ reading: { taken_during, run_number } }: { reading: HealthReading }) {
  const text = word(words.occasions, taken_during);
  if (run_number === null) return text;
  return (
    <>
      {text}{" "}
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {run_number}
      </AnchorLink>
    </>
  );
}

function number(
  key: "used" | "spare" | "written" | "read" | "temperature" | "hours" | "errors",
  cell: (values: HealthValues) => string,
): Column<HealthReading> {
  return { key, title: words.columns[key], numeric: true, cell: ({ values }) => cell(values) };
}

function textOrUnknown(value: number | null, format: (value: number) => string): string {
  return value === null ? messages.unknown : format(value);
}
