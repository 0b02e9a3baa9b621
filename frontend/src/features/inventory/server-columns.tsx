/** What the list of servers says of each. */
import type { Server } from "@/api/types";
import type { Column } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { servers as words } from "@/messages/inventory";
import { reachedThrough } from "./server-text";

export const SERVERS_WIDTH = 1000;

export const SERVER_COLUMNS: readonly Column<Server>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: (server) => (
      <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }}>
        {server.number}
      </AnchorLink>
    ),
  },
  { key: "name", title: words.columns.name, cell: (server) => server.name },
  { key: "state", title: words.columns.state, cell: (server) => <StateLabel state={server.state} /> },
  { key: "address", title: words.columns.address, cell: reachedThrough },
  { key: "system", title: words.columns.system, cell: (server) => server.os_name ?? messages.unknown },
  { key: "cpu", title: words.columns.cpu, wrap: true, cell: (server) => server.cpu_model ?? messages.unknown },
  { key: "drives", title: words.columns.drives, numeric: true, cell: (server) => server.drive_count },
  { key: "fio", title: words.columns.fio, cell: (server) => server.fio_version ?? messages.unknown },
  { key: "seen", title: words.columns.seen, cell: (server) => <Moment at={server.last_seen_at} /> },
];
