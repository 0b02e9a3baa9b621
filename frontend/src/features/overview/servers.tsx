/** The servers and what each is used for now. */
import { Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPlay,
  IconUserCheck,
} from "@tabler/icons-react";
import type { Overview, ServerGlance } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PieceLink } from "@/components/piece-link";
import { type Tone, ToneLabel } from "@/components/state-label";
import { formatCount } from "@/lib/units";
import { messages, word } from "@/messages";
import { glance as words } from "@/messages/glance";
import classes from "./overview.module.css";

const TABLE_WIDTH = 720;

const TONES: Record<string, readonly [Tone, typeof IconCircle]> = {
  quarantined: ["error", IconAlertTriangle],
  unreachable: ["error", IconCircleX],
  new: ["idle", IconCircle],
  maintenance: ["warn", IconAlertTriangle],
  leased: ["running", IconPlayerPlay],
  reserved: ["idle", IconUserCheck],
  idle: ["ok", IconCircleCheck],
};

export function Servers({ overview: { servers } }: { overview: Overview }) {
  const all = Object.values(servers.counts).reduce((sum, count) => sum + count, 0);
  if (all === 0) return <Text>{words.noServers}</Text>;
  return (
    <>
      <div className={classes.counts}>
        {Object.entries(servers.counts).map(([use, count]) => (
          <span key={use} data-numeric>
            {formatCount(count)} <UseLabel use={use} />
          </span>
        ))}
      </div>
      <DataTable
        caption={words.serversCaption}
        columns={COLUMNS}
        rows={servers.items}
        rowKey={({ id }) => id}
        minWidth={TABLE_WIDTH}
        long
      />
      {servers.items.length < all && <Text c="dimmed">{words.serversMore(servers.items.length, all)}</Text>}
    </>
  );
}

const COLUMNS: readonly Column<ServerGlance>[] = [
  { key: "name", title: words.serverColumns.name, cell: (server) => <PieceLink kind="server" piece={server} /> },
  { key: "use", title: words.serverColumns.use, cell: ({ use }) => <UseLabel use={use} /> },
  { key: "work", title: words.serverColumns.work, wrap: true, cell: ({ runs }) => <Runs numbers={runs} /> },
  {
    key: "waiting",
    title: words.serverColumns.waiting,
    numeric: true,
    cell: ({ waiting_count }) => formatCount(waiting_count),
  },
  { key: "reason", title: words.serverColumns.reason, wrap: true, cell: ({ reason }) => reason ?? messages.none },
  {
    key: "seen",
    title: words.serverColumns.seen,
    cell: ({ last_seen_at }) => (last_seen_at ? <Moment at={last_seen_at} /> : messages.none),
  },
];

function UseLabel({ use }: { use: string }) {
  const [tone, Icon] = TONES[use] ?? ["idle", IconCircle];
  return <ToneLabel tone={tone} Icon={Icon} text={word(words.uses, use)} />;
}

function Runs({ numbers }: { numbers: readonly string[] }) {
  if (numbers.length === 0) return messages.none;
  return numbers.map((number, index) => (
    <span key={number}>
      {index > 0 && ", "}
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    </span>
  ));
}
