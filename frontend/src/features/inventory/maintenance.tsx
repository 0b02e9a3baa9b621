/** The maintenance windows of a server: planned by operators, obeyed by the queue. */
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { addWindow, endWindow, windowsQuery } from "@/api/server-care";
import type { Server, ServerWindow } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { serverCare as words } from "@/messages/server-care";

const WindowDialog = lazy(() => import("./window-dialog").then((module) => ({ default: module.WindowDialog })));

const COLUMNS: readonly Column<ServerWindow>[] = [
  { key: "starts", title: words.maintenanceColumns.starts, cell: ({ starts_at }) => <Moment at={starts_at} /> },
  { key: "ends", title: words.maintenanceColumns.ends, cell: ({ ends_at }) => <Moment at={ends_at} /> },
  { key: "state", title: words.maintenanceColumns.state, cell: stateText },
  { key: "reason", title: words.maintenanceColumns.reason, wrap: true, cell: ({ reason }) => reason },
  { key: "by", title: words.maintenanceColumns.by, cell: ({ created_by }) => created_by ?? messages.unknown },
];

export function Maintenance({ server }: { server: Server }) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(windowsQuery(api, server.number, "maintenance"));
  const [opened, { open, close }] = useDisclosure();
  const add = operate && (
    <Button variant="default" size="xs" onClick={open}>
      {words.addWindow}
    </Button>
  );
  const remove: Column<ServerWindow> = {
    key: "actions",
    title: words.maintenanceColumns.actions,
    cell: (window) => <RemoveButton server={server} window={window} />,
  };
  return (
    <Section title={words.maintenance} aside={add}>
      <Text c="dimmed">{words.maintenanceExplain}</Text>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <Text>{words.noMaintenance}</Text>}
      {data && data.items.length > 0 && (
        <DataTable
          caption={words.maintenanceCaption}
          columns={operate ? [...COLUMNS, remove] : COLUMNS}
          rows={data.items}
          rowKey={({ id }) => id}
          minWidth={720}
        />
      )}
      <Suspense>
        {opened && (
          <WindowDialog
            title={words.windowTitle}
            submitLabel={words.windowSubmit}
            add={(window) => addWindow(api, server.number, { kind: "maintenance", ...window })}
            close={close}
          />
        )}
      </Suspense>
    </Section>
  );
}

function RemoveButton({ server, window }: { server: Server; window: ServerWindow }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => endWindow(api, server.number, window.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={remove.isPending}
      onClick={() => remove.mutate()}
      aria-label={words.removeWindowOf(window.reason)}
    >
      {words.removeWindow}
    </Button>
  );
}

function stateText({ is_on, ends_at }: ServerWindow): string {
  if (is_on) return words.maintenanceOn;
  return Date.parse(ends_at) < Date.now() ? words.maintenanceOver : words.maintenancePlanned;
}
