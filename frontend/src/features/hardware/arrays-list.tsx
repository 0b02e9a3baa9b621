/** The arrays of all servers. */
import { useApi } from "@/api/context";
import { arrayList } from "@/api/hardware";
import type { ArrayFilters } from "@/api/hardware-filters";
import type { HardwareArray } from "@/api/types";
import { useWholeList } from "@/api/whole-list";
import { ConditionLabel } from "@/components/condition-label";
import type { FilterValues } from "@/components/filter-values";
import type { LabColumn } from "@/components/lab-table/columns";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware, pieces as words } from "@/messages/hardware";
import { hardwareLists } from "@/messages/hardware-lists";
import { ArrayPeek } from "./array-peek";
import { type FilterField, LABEL_FIELD, SEEN_FIELD, STANDING_FIELD } from "./filter-bar";
import { HardwareList } from "./hardware-list";
import { levelText } from "./hardware-text";
import { PieceLabels } from "./piece-labels";

const CONDITIONS = ["optimal", "degraded", "rebuilding", "initialising", "failed"];
const FIELDS: readonly FilterField[] = [
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

const COLUMNS: readonly LabColumn<HardwareArray>[] = [
  {
    key: "array",
    title: words.columns.array,
    width: 84,
    value: ({ number }) => number,
    cell: ({ number }) => <PieceLink kind="array" piece={{ number, name: number }} />,
  },
  {
    key: "name",
    title: words.columns.name,
    width: 160,
    grows: true,
    value: ({ name }) => name,
    cell: ({ name }) => name,
    onCard: "note",
  },
  {
    key: "level",
    title: words.columns.level,
    width: 96,
    value: ({ level }) => (level === null ? null : levelText(level)),
    cell: ({ level }) => levelText(level),
    onCard: "figure",
  },
  {
    key: "condition",
    title: words.columns.condition,
    width: 128,
    value: ({ condition }) => condition,
    cell: ({ condition }) => <ConditionLabel condition={condition} />,
    onCard: "side",
  },
  {
    key: "strip",
    title: words.columns.strip,
    width: 86,
    numeric: true,
    value: ({ strip_bytes }) => strip_bytes,
    cell: ({ strip_bytes }) => (strip_bytes === null ? messages.unknown : formatBinaryBytes(strip_bytes)),
  },
  {
    key: "size",
    title: words.columns.size,
    width: 86,
    numeric: true,
    value: ({ size_bytes }) => size_bytes,
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "drives",
    title: words.columns.drives,
    width: 80,
    numeric: true,
    value: ({ drive_count }) => drive_count,
    cell: ({ drive_count }) => drive_count ?? messages.unknown,
  },
  {
    key: "server",
    title: words.columns.server,
    width: 140,
    value: ({ server }) => server.name,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
    onCard: "note",
  },
  {
    key: "controller",
    title: words.columns.controller,
    width: 170,
    value: ({ controller, implementation }) => controller?.name ?? implementation,
    cell: ({ controller, implementation }) =>
      controller ? <PieceLink kind="controller" piece={controller} /> : implementation,
  },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    width: 120,
    value: ({ lifecycle }) => word(hardware.conditions, lifecycle),
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  {
    key: "labels",
    title: words.columns.labels,
    width: 150,
    cell: ({ labels }) => <PieceLabels labels={labels} />,
  },
];

export interface ArraysListProps {
  search: ArrayFilters & { sort?: string; peek?: string };
  change: (search: FilterValues) => void;
}

export function ArraysList({ search, change }: ArraysListProps) {
  const { sort, peek: _peek, ...filters } = search;
  return (
    <HardwareList
      savedAs="/inventory/arrays"
      text={hardwareLists.arrays}
      columns={COLUMNS}
      fields={FIELDS}
      search={{ ...search }}
      change={change}
      exported={{ kind: "array", filters }}
      list={useWholeList({ ...arrayList(useApi(), filters), isSorted: sort !== undefined })}
      peek={(array) => <ArrayPeek array={array} />}
    />
  );
}
