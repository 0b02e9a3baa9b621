/** The controllers of all servers. */
import { useApi } from "@/api/context";
import { controllerList } from "@/api/hardware";
import type { Controller } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { LabColumn } from "@/components/lab-table/columns";
import { PieceLink } from "@/components/piece-link";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { PieceLabels } from "./piece-labels";

const COLUMNS: readonly LabColumn<Controller>[] = [
  {
    key: "controller",
    title: words.columns.controller,
    width: 96,
    sortFields: ["number"],
    cell: ({ number }) => <PieceLink kind="controller" piece={{ number, name: number }} />,
  },
  {
    key: "model",
    title: words.columns.model,
    width: 210,
    grows: true,
    sortFields: ["model"],
    cell: ({ model }) => model ?? messages.unknown,
    onCard: "note",
  },
  {
    key: "server",
    title: words.columns.server,
    width: 140,
    sortFields: ["server"],
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
    onCard: "note",
  },
  {
    key: "place",
    title: words.columns.place,
    width: 130,
    sortFields: ["place"],
    cell: ({ pci_address, key }) => pci_address ?? key,
  },
  {
    key: "serial",
    title: words.columns.serial,
    width: 150,
    sortFields: ["serial"],
    cell: ({ serial }) => serial ?? messages.unknown,
    onCard: "note",
  },
  {
    key: "firmware",
    title: words.columns.firmware,
    width: 130,
    sortFields: ["firmware"],
    cell: ({ firmware }) => firmware ?? messages.unknown,
    onCard: "figure",
  },
  {
    key: "driver",
    title: words.columns.driver,
    width: 160,
    sortFields: ["driver", "driver_version"],
    cell: ({ driver, driver_version }) => [driver, driver_version].filter(Boolean).join(" ") || messages.unknown,
  },
  {
    key: "battery",
    title: words.columns.battery,
    width: 104,
    sortFields: ["battery"],
    cell: ({ battery }) => <ConditionLabel condition={battery} />,
    onCard: "side",
  },
  {
    key: "drives",
    title: words.columns.drives,
    width: 80,
    numeric: true,
    sortFields: ["drives"],
    cell: ({ drive_count }) => drive_count,
  },
  {
    key: "arrays",
    title: words.columns.arrays,
    width: 80,
    numeric: true,
    sortFields: ["arrays"],
    cell: ({ array_count }) => array_count,
  },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    width: 120,
    sortFields: ["lifecycle"],
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  {
    key: "labels",
    title: words.columns.labels,
    width: 140,
    cell: ({ labels }) => <PieceLabels labels={labels} />,
  },
];

export function ControllersList(props: HardwarePageProps) {
  const api = useApi();
  return (
    <HardwareList
      {...props}
      list="controllers"
      path="/servers/controllers"
      exported="controllers"
      text={words.controllers}
      columns={COLUMNS}
      rowKey={({ number }) => number}
      read={(q, sort) => controllerList(api, q, sort)}
    />
  );
}
