/** The drives of a server: why the ones in use cannot be a target, and which may be destroyed. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { drivesQuery } from "@/api/servers";
import type { Drive, Server } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { server as words } from "@/messages/inventory";
import { serverCare } from "@/messages/server-care";
import { DriveActions } from "./drive-actions";
import { enrolmentText } from "./enrolment-text";

const TABLE_WIDTH = 1200;

const COLUMNS: readonly Column<Drive>[] = [
  { key: "name", title: words.driveColumns.name, cell: placeLink },
  { key: "model", title: words.driveColumns.model, cell: (drive) => drive.model ?? messages.unknown },
  { key: "serial", title: words.driveColumns.serial, cell: (drive) => drive.serial ?? messages.unknown },
  { key: "firmware", title: words.driveColumns.firmware, cell: (drive) => drive.firmware ?? messages.unknown },
  { key: "size", title: words.driveColumns.size, numeric: true, cell: (drive) => formatBytes(drive.size_bytes) },
  { key: "kind", title: words.driveColumns.kind, cell: kind },
  { key: "use", title: words.driveColumns.use, wrap: true, cell: use },
  { key: "enrolment", title: serverCare.driveColumns.enrolment, wrap: true, cell: enrolmentText },
  { key: "id", title: words.driveColumns.id, cell: (drive) => drive.stable_id ?? messages.none },
];

export function Drives({ server }: { server: Server }) {
  const api = useApi();
  const { administer } = usePermissions();
  const { data, error, refetch } = useQuery(drivesQuery(api, server));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.drivesCaption} columns={COLUMNS} rows={2} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0) return <Text c="dimmed">{words.noDrives}</Text>;
  const actions: Column<Drive> = {
    key: "actions",
    title: serverCare.driveColumns.actions,
    wrap: true,
    cell: (drive) => <DriveActions drive={drive} />,
  };
  return (
    <DataTable
      caption={words.drivesCaption}
      columns={administer && server.state !== "retired" ? [...COLUMNS, actions] : COLUMNS}
      rows={data.items}
      rowKey={(drive) => drive.id}
      minWidth={TABLE_WIDTH}
    />
  );
}

function placeLink(drive: Drive) {
  return (
    <AnchorLink to="/drives/$ref" params={{ ref: drive.number }}>
      {drivePlace(drive)}
    </AnchorLink>
  );
}

function kind({ rotational, transport }: Drive): string {
  const medium = rotational === null ? messages.unknown : rotational ? words.rotational : words.solid;
  return transport ? `${medium}, ${word(hardware.transports, transport)}` : medium;
}

function use({ present, in_use_reasons }: Drive): string {
  if (!present) return words.absent;
  return in_use_reasons.length > 0 ? in_use_reasons.join(" · ") : words.free;
}
