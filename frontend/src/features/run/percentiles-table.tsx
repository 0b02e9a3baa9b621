/** The percentiles of every result of a run in one direction. */
import { Text } from "@mantine/core";
import type { LatencyDistribution, PhaseLatency, RunLatency } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { formatCount, formatLatency } from "@/lib/units";
import { messages, word } from "@/messages";
import { latency as words } from "@/messages/run";
import { type Direction, distributionOf, resultName, resultRemarks } from "./latency-choice";
import classes from "./run.module.css";

interface Row {
  item: PhaseLatency;
  distribution: LatencyDistribution;
}

const LONG_FROM = 16;

export function PercentilesTable({ answer, direction }: { answer: RunLatency; direction: Direction }) {
  const { items, percents, min_beyond } = answer;
  const rows = items.flatMap((item): Row[] => {
    const distribution = distributionOf(item, direction);
    return distribution ? [{ item, distribution }] : [];
  });
  const columns: readonly Column<Row>[] = [
    { key: "result", title: words.columns.result, wrap: true, cell: ({ item }) => resultName(item) },
    {
      key: "n",
      title: words.columns.n,
      numeric: true,
      cell: ({ distribution: { n } }) => (n === null ? messages.unknown : formatCount(n)),
    },
    ...percents.map(
      (percent, index): Column<Row> => ({
        key: String(percent),
        title: words.percent(percent),
        numeric: true,
        cell: ({ distribution }) => <Percentile distribution={distribution} index={index} minBeyond={min_beyond} />,
      }),
    ),
    {
      key: "of",
      title: words.columns.of,
      wrap: true,
      cell: ({ item, distribution }) =>
        [
          distribution.of ? word(words.of, distribution.of) : messages.unknown,
          ...resultRemarks(item, distribution),
        ].join(", "),
    },
  ];
  const missing = items.filter(({ distributions }) => distributions.length === 0).length;
  return (
    <>
      <DataTable
        caption={words.caption(word(words.directions, direction))}
        columns={columns}
        rows={rows}
        rowKey={({ item }) => String(item.phase_ordinal)}
        long={rows.length >= LONG_FROM}
        minWidth={1200}
      />
      <Text c="dimmed">
        {words.rule(min_beyond)} {missing > 0 && words.missing(missing)}
      </Text>
    </>
  );
}

/** Draw a percentile. One with too few values shows the reason; one that its source did not print is only blank. */
function Percentile({
  distribution,
  index,
  minBeyond,
}: {
  distribution: LatencyDistribution;
  index: number;
  minBeyond: number;
}) {
  const value = distribution.percentiles_ns[index] ?? null;
  if (value !== null) return formatLatency(value, { digits: 4 });
  if (distribution.source === "printed") return messages.none;
  return (
    <span className={classes.thin} title={words.tooFew(minBeyond)}>
      {messages.none}
      <span className="visually-hidden"> ({words.tooFew(minBeyond)})</span>
    </span>
  );
}
