/** Table of events with their time and author. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { AttemptEvent } from "@/api/types";
import { formatCount } from "@/lib/units";
import { messages } from "@/messages";
import { run as runWords } from "@/messages/run";
import { type Column, DataTable } from "./data-table";
import { Moment } from "./moment";

const words = runWords.columns;

const COLUMNS: readonly Column<AttemptEvent>[] = [
  { key: "at", title: words.at, cell: (event) => <Moment at={event.at} /> },
  { key: "actor", title: words.by, cell: (event) => event.actor },
  { key: "event", title: words.event, wrap: true, cell: (event) => event.message },
];

/** A loop has two events for every phase, which makes thousands. */
const MAX_EVENTS = 200;

export function EventTable({ caption, events }: { caption: string; events: readonly AttemptEvent[] }) {
  const [all, setAll] = useState(false);
  const isCut = !all && events.length > MAX_EVENTS;
  return (
    <>
      <DataTable
        caption={caption}
        columns={COLUMNS}
        rows={isCut ? events.slice(0, MAX_EVENTS) : events}
        long
        rowKey={(event) => `${event.at} ${event.kind} ${event.message}`}
      />
      {isCut && (
        <div>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {messages.showAll(formatCount(events.length))}
          </Button>
        </div>
      )}
    </>
  );
}
