/** What happened, when, and who did it. */
import type { AttemptEvent } from "@/api/types";
import { run as runWords } from "@/messages/run";
import { type Column, DataTable } from "./data-table";
import { Moment } from "./moment";

const words = runWords.columns;

const COLUMNS: readonly Column<AttemptEvent>[] = [
  { key: "at", title: words.at, cell: (event) => <Moment at={event.at} /> },
  { key: "who", title: words.who, cell: (event) => event.who },
  { key: "event", title: words.event, wrap: true, cell: (event) => event.message },
];

export function EventTable({ caption, events }: { caption: string; events: readonly AttemptEvent[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={events}
      long
      rowKey={(event) => `${event.at} ${event.kind} ${event.message}`}
    />
  );
}
