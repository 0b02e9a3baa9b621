/** Reservations of a server: owner, duration and the way to give one back. */
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { endWindow, windowsQuery } from "@/api/server-care";
import { sessionQuery } from "@/api/session";
import type { Server, ServerWindow } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable } from "@/components/data-table";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { reservations as words } from "@/messages/reservations";

const LINE_HEIGHT = 20;

const COLUMNS: readonly Column<ServerWindow>[] = [
  { key: "user", title: words.columns.user, cell: ({ created_by }) => created_by ?? messages.unknown },
  { key: "starts", title: words.columns.starts, cell: ({ starts_at }) => <Moment at={starts_at} /> },
  { key: "ends", title: words.columns.ends, cell: ({ ends_at }) => <Moment at={ends_at} /> },
  { key: "state", title: words.columns.state, cell: stateText },
  { key: "reason", title: words.columns.reason, wrap: true, cell: ({ reason }) => reason },
];

/** `reserve` opens the dialog that reserves the server. */
export function Reservations({ server, reserve: open }: { server: Server; reserve: () => void }) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(windowsQuery(api, server.number, "reservation"));
  const reserve = operate && (
    <Button variant="default" size="xs" onClick={open}>
      {words.reserve}
    </Button>
  );
  const actions: Column<ServerWindow> = {
    key: "actions",
    title: words.columns.actions,
    cell: (reservation) => <GiveBack server={server} reservation={reservation} />,
  };
  return (
    <Section title={words.title} aside={reserve}>
      <Text c="dimmed">{words.explain}</Text>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading height={LINE_HEIGHT} />}
      {data?.items.length === 0 && <Text>{words.none}</Text>}
      {data && data.items.length > 0 && (
        <DataTable
          caption={words.caption}
          columns={operate ? [...COLUMNS, actions] : COLUMNS}
          rows={data.items}
          rowKey={({ id }) => id}
          minWidth={720}
          long
        />
      )}
    </Section>
  );
}

/** Draw the button for the user's own reservation; administrators can give back any reservation. */
function GiveBack({ server, reservation }: { server: Server; reservation: ServerWindow }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { administer } = usePermissions();
  const { data: session } = useQuery(sessionQuery(api));
  const isOwn = session?.user.id === reservation.created_by_id;
  const person = reservation.created_by ?? messages.unknown;
  if (isOver(reservation) || !(isOwn || administer)) return messages.none;
  return (
    <ConfirmButton
      openLabel={words.giveBackOf(person, reservation.reason)}
      size="xs"
      title={words.giveBackTitle}
      explanation={isOwn ? words.giveBackExplain : words.giveBackOthers(person)}
      confirmLabel={words.giveBack}
      keepLabel={words.keep}
      confirm={async () => {
        await endWindow(api, server.number, reservation.id);
        await queryClient.invalidateQueries({ queryKey: ["servers"] });
      }}
    />
  );
}

function isOver({ released_at, ends_at }: ServerWindow): boolean {
  return released_at !== null || Date.parse(ends_at) <= Date.now();
}

function stateText(reservation: ServerWindow): string {
  if (reservation.released_at !== null) return words.released(formatDateTime(reservation.released_at));
  if (reservation.is_on) return words.on;
  return isOver(reservation) ? words.over : words.planned;
}
