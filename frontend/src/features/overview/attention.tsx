/** What somebody should look at: hardware, runs and campaigns in one list, each line with the way to where it is mended. */
import { Text } from "@mantine/core";
import type { LookAt, Overview } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PieceLink } from "@/components/piece-link";
import { messages } from "@/messages";
import { glance as words } from "@/messages/glance";

const TABLE_WIDTH = 720;

export function Attention({ overview: { attention, look_back_days } }: { overview: Overview }) {
  const { critical, warning, notice } = attention.counts;
  const all = critical + warning + notice;
  if (all === 0) return <Text>{words.calm}</Text>;
  return (
    <>
      <Text>{words.attentionCounts(critical, warning, notice)}</Text>
      <DataTable
        caption={words.attentionCaption}
        columns={COLUMNS}
        rows={attention.items}
        rowKey={({ kind, link, message }) => `${kind} ${link.id} ${message}`}
        minWidth={TABLE_WIDTH}
        long
      />
      {attention.items.length < all && <Text c="dimmed">{words.attentionMore(attention.items.length, all)}</Text>}
      <Text c="dimmed">{words.attentionDays(look_back_days)}</Text>
    </>
  );
}

const COLUMNS: readonly Column<LookAt>[] = [
  {
    key: "severity",
    title: words.attentionColumns.severity,
    cell: ({ severity }) => <ConditionLabel condition={severity} />,
  },
  { key: "message", title: words.attentionColumns.message, wrap: true, cell: ({ message }) => message },
  { key: "where", title: words.attentionColumns.where, wrap: true, cell: ({ link }) => <Where link={link} /> },
  { key: "when", title: words.attentionColumns.when, cell: ({ at }) => (at ? <Moment at={at} /> : messages.none) },
];

function Where({ link }: { link: LookAt["link"] }) {
  const { component, number, name } = link;
  const label = name === "" ? number : `${number} · ${name}`;
  if (component === "run") {
    return (
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {label}
      </AnchorLink>
    );
  }
  if (component === "campaign") {
    return (
      <AnchorLink to="/campaigns/$ref" params={{ ref: number }}>
        {label}
      </AnchorLink>
    );
  }
  return <PieceLink kind={component} piece={link} />;
}
