/** The arrays and controllers of one server as tables, below its drives. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { treeQuery } from "@/api/hardware";
import type { Controller, HardwareArray, Server } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { linkText } from "@/components/link-text";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { messages } from "@/messages";
import { tree } from "@/messages/hardware";
import { serverPage as words } from "@/messages/server-page";
import { activityText, levelText } from "./hardware-text";

const TABLE_WIDTH = 900;
const { arrayColumns, controllerColumns } = words;

const ARRAYS: readonly Column<HardwareArray>[] = [
  {
    key: "array",
    title: arrayColumns.array,
    cell: ({ number, name }) => <PieceLink kind="array" piece={{ number, name }} />,
  },
  { key: "level", title: arrayColumns.level, cell: ({ level }) => levelText(level) },
  {
    key: "condition",
    title: arrayColumns.condition,
    cell: ({ condition }) => (condition === null ? tree.conditionUnknown : <ConditionLabel condition={condition} />),
  },
  { key: "activity", title: arrayColumns.activity, cell: (array) => activityText(array) ?? messages.none },
  {
    key: "strip",
    title: arrayColumns.strip,
    numeric: true,
    cell: ({ strip_bytes }) => (strip_bytes === null ? messages.unknown : formatBinaryBytes(strip_bytes)),
  },
  {
    key: "size",
    title: arrayColumns.size,
    numeric: true,
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "members",
    title: arrayColumns.members,
    numeric: true,
    cell: ({ drive_count, members }) => drive_count ?? members.length,
  },
  {
    key: "device",
    title: arrayColumns.device,
    cell: ({ drive }) => (drive === null ? messages.unknown : <PieceLink kind="drive" piece={drive} />),
  },
];

const CONTROLLERS: readonly Column<Controller>[] = [
  {
    key: "controller",
    title: controllerColumns.controller,
    wrap: true,
    cell: ({ number, model, key }) => <PieceLink kind="controller" piece={{ number, name: model ?? key }} />,
  },
  { key: "place", title: controllerColumns.place, cell: ({ pci_address, key }) => pci_address ?? key },
  { key: "firmware", title: controllerColumns.firmware, cell: ({ firmware }) => firmware ?? messages.unknown },
  {
    key: "driver",
    title: controllerColumns.driver,
    cell: ({ driver, driver_version }) => [driver, driver_version].filter(Boolean).join(" ") || messages.unknown,
  },
  { key: "link", title: controllerColumns.link, cell: (controller) => linkText(controller) ?? messages.unknown },
  {
    key: "battery",
    title: controllerColumns.battery,
    cell: ({ battery }) => (battery === null ? messages.unknown : <ConditionLabel condition={battery} />),
  },
];

export function ServerPieces({ server }: { server: Server }) {
  const { data, error, refetch } = useQuery(treeQuery(useApi(), server));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={240} />;
  const controllers = data.controllers.map(({ controller }) => controller);
  return (
    <>
      <Section title={words.arrays}>
        {data.arrays.length === 0 ? (
          <Text c="dimmed">{words.noArrays}</Text>
        ) : (
          <DataTable
            caption={words.arraysCaption}
            columns={ARRAYS}
            rows={data.arrays}
            rowKey={({ id }) => id}
            minWidth={TABLE_WIDTH}
          />
        )}
      </Section>
      <Section title={words.controllers}>
        {controllers.length === 0 ? (
          <Text c="dimmed">{words.noControllers}</Text>
        ) : (
          <DataTable
            caption={words.controllersCaption}
            columns={CONTROLLERS}
            rows={controllers}
            rowKey={({ id }) => id}
            minWidth={TABLE_WIDTH}
          />
        )}
      </Section>
    </>
  );
}
