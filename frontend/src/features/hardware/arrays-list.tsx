/** The arrays of all servers. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { arraysQuery } from "@/api/hardware";
import type { ArrayFilters } from "@/api/hardware-filters";
import type { HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { Column } from "@/components/data-table";
import type { FilterValues } from "@/components/filter-values";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware, pieces as words } from "@/messages/hardware";
import { type FilterField, LABEL_FIELD, SEEN_FIELD, STANDING_FIELD, TEXT_FIELD } from "./filter-bar";
import { levelText } from "./hardware-text";
import { PieceLabels } from "./piece-labels";
import { PieceList } from "./piece-list";

const CONDITIONS = ["optimal", "degraded", "rebuilding", "initialising", "failed"];
const FIELDS: readonly FilterField[] = [
  TEXT_FIELD,
  {
    name: "condition",
    label: words.condition,
    choices: CONDITIONS.map((value) => ({ value, label: word(hardware.conditions, value) })),
  },
  {
    name: "level",
    label: words.level,
    choices: Object.entries(hardware.levels).map(([value, label]) => ({ value, label })),
  },
  STANDING_FIELD,
  SEEN_FIELD,
  LABEL_FIELD,
];

const COLUMNS: readonly Column<HardwareArray>[] = [
  {
    key: "array",
    title: words.columns.array,
    cell: ({ number }) => <PieceLink kind="array" piece={{ number, name: number }} />,
  },
  { key: "name", title: words.columns.name, wrap: true, cell: ({ name }) => name },
  { key: "level", title: words.columns.level, cell: ({ level }) => levelText(level) },
  {
    key: "condition",
    title: words.columns.condition,
    cell: ({ condition }) => <ConditionLabel condition={condition} />,
  },
  {
    key: "strip",
    title: words.columns.strip,
    numeric: true,
    cell: ({ strip_bytes }) => (strip_bytes === null ? messages.unknown : formatBinaryBytes(strip_bytes)),
  },
  {
    key: "size",
    title: words.columns.size,
    numeric: true,
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "drives",
    title: words.columns.drives,
    numeric: true,
    cell: ({ drive_count }) => drive_count ?? messages.unknown,
  },
  {
    key: "server",
    title: words.columns.server,
    wrap: true,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
  },
  {
    key: "controller",
    title: words.columns.controller,
    wrap: true,
    cell: ({ controller, implementation }) =>
      controller ? <PieceLink kind="controller" piece={controller} /> : implementation,
  },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  { key: "labels", title: words.columns.labels, cell: ({ labels }) => <PieceLabels labels={labels} /> },
];

export interface ArraysListProps {
  filters: ArrayFilters;
  change: (filters: FilterValues) => void;
}

export function ArraysList({ filters, change }: ArraysListProps) {
  return (
    <PieceList
      page="/inventory/arrays"
      text={words.arrays}
      columns={COLUMNS}
      minWidth={1230}
      fields={FIELDS}
      filters={{ ...filters }}
      change={change}
      exported={{ kind: "array", filters }}
      result={useQuery(arraysQuery(useApi(), filters))}
    />
  );
}
