/** The controllers of all servers. */
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { controllersQuery } from "@/api/hardware";
import type { Controller, Page } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { Column } from "@/components/data-table";
import type { ViewForm } from "@/components/filed-view";
import { ListQuery, type QueriedSearch } from "@/components/list-query";
import { PieceLink } from "@/components/piece-link";
import { useReadableQuery } from "@/components/use-readable-query";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { ExportListLinks } from "./export-list-links";
import { PieceLabels } from "./piece-labels";
import { PieceList } from "./piece-list";

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
  search: ControllersSearch;
  change: (search: ControllersSearch) => void;
  /** How views of this list are saved. */
  form: ViewForm<ControllersSearch>;
}

export interface ControllersSearch extends QueriedSearch {
  cursor?: string;
}

export function ControllersList({ search, change, form }: ControllersListProps) {
  const { q, cursor } = search;
  const { asked, leftOut, settle } = useReadableQuery<Page<Controller>>(q);
  const query = useQuery(controllersQuery(useApi(), { q: asked, cursor }));
  const { data, error, queryError } = settle(query.data, query.error);
  return (
    <PieceList
      list="controllers"
      text={words.controllers}
      columns={COLUMNS}
      minWidth={1230}
      form={form}
      search={search}
      linkTo={(next) => ({ to: "/servers/controllers", search: next })}
      filter={
        <Group gap={8}>
          <ListQuery
            list="controllers"
            form={form}
            search={search}
            change={(next) => change({ ...next, cursor: undefined })}
            error={queryError}
            leftOut={leftOut}
          />
        </Group>
      }
      cursor={cursor}
      go={(next) => change({ ...search, cursor: next })}
      clear={() => change({})}
      result={{ data, isPlaceholderData: query.isPlaceholderData }}
      error={error}
      retry={() => void query.refetch()}
      exports={<ExportListLinks list={{ kind: "controllers", q: asked }} />}
    />
  );
}
