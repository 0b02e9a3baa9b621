/** The controllers of all servers. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { controllersQuery } from "@/api/hardware";
import type { ModelFilters } from "@/api/hardware-filters";
import type { Controller } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { Column } from "@/components/data-table";
import type { FilterValues } from "@/components/filter-values";
import { PieceLink } from "@/components/piece-link";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { LABEL_FIELD, SEEN_FIELD, STANDING_FIELD, TEXT_FIELD } from "./filter-bar";
import { PieceLabels } from "./piece-labels";
import { PieceList } from "./piece-list";

const FIELDS = [TEXT_FIELD, STANDING_FIELD, SEEN_FIELD, LABEL_FIELD];

const COLUMNS: readonly Column<Controller>[] = [
  {
    key: "controller",
    title: words.columns.controller,
    cell: ({ number }) => <PieceLink kind="controller" piece={{ number, name: number }} />,
  },
  { key: "model", title: words.columns.model, wrap: true, cell: ({ model }) => model ?? messages.unknown },
  {
    key: "server",
    title: words.columns.server,
    wrap: true,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
  },
  { key: "place", title: words.columns.place, cell: ({ pci_address, key }) => pci_address ?? key },
  { key: "serial", title: words.columns.serial, cell: ({ serial }) => serial ?? messages.unknown },
  { key: "firmware", title: words.columns.firmware, cell: ({ firmware }) => firmware ?? messages.unknown },
  {
    key: "driver",
    title: words.columns.driver,
    cell: ({ driver, driver_version }) => [driver, driver_version].filter(Boolean).join(" ") || messages.unknown,
  },
  { key: "battery", title: words.columns.battery, cell: ({ battery }) => <ConditionLabel condition={battery} /> },
  { key: "drives", title: words.columns.drives, numeric: true, cell: ({ drive_count }) => drive_count },
  { key: "arrays", title: words.columns.arrays, numeric: true, cell: ({ array_count }) => array_count },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  { key: "labels", title: words.columns.labels, cell: ({ labels }) => <PieceLabels labels={labels} /> },
];

export interface ControllersListProps {
  filters: ModelFilters;
  change: (filters: FilterValues) => void;
}

export function ControllersList({ filters, change }: ControllersListProps) {
  return (
    <PieceList
      page="/inventory/controllers"
      text={words.controllers}
      columns={COLUMNS}
      minWidth={1230}
      fields={FIELDS}
      filters={{ ...filters }}
      change={change}
      exported={{ kind: "controller", filters }}
      result={useQuery(controllersQuery(useApi(), filters))}
    />
  );
}
