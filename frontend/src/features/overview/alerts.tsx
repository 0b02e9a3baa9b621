/** What somebody should look at: hardware, runs and campaigns in one list, each line with the way to where it is mended. */
import { Text } from "@mantine/core";
import type { Overview, OverviewAlert } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PieceLink } from "@/components/piece-link";
import { messages } from "@/messages";
import { glance as words } from "@/messages/glance";

const TABLE_WIDTH = 720;

export function Alerts({ overview: { alerts, look_back_days } }: { overview: Overview }) {
  const { critical, warning, notice } = alerts.counts;
  const all = critical + warning + notice;
  if (all === 0) return <Text>{words.calm}</Text>;
  return (
    <>
      <Text>{words.alertCounts(critical, warning, notice)}</Text>
      <DataTable
        caption={words.alertCaption}
        columns={COLUMNS}
        rows={alerts.items}
        rowKey={({ kind, link, message }) => `${kind} ${link.id} ${message}`}
        minWidth={TABLE_WIDTH}
        long
      />
      {alerts.items.length < all && <Text c="dimmed">{words.alertMore(alerts.items.length, all)}</Text>}
      <Text c="dimmed">{words.alertDays(look_back_days)}</Text>
    </>
  );
}

const COLUMNS: readonly Column<OverviewAlert>[] = [
  {
    key: "severity",
    title: words.alertColumns.severity,
    cell: ({ severity }) => <ConditionLabel condition={severity} />,
  },
  { key: "message", title: words.alertColumns.message, wrap: true, cell: ({ message }) => message },
  { key: "where", title: words.alertColumns.where, wrap: true, cell: ({ link }) => <Where link={link} /> },
  { key: "when", title: words.alertColumns.when, cell: ({ at }) => (at ? <Moment at={at} /> : messages.none) },
];

function Where({ link }: { link: OverviewAlert["link"] }) {
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
