/** The arrays of all servers. */
import { useApi } from "@/api/context";
import { arrayList } from "@/api/hardware";
import type { HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { LabColumn } from "@/components/lab-table/columns";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { hardwareLists } from "@/messages/hardware-lists";
import { ArrayPeek } from "./array-peek";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { levelText } from "./hardware-text";
import { PieceLabels } from "./piece-labels";

const COLUMNS: readonly LabColumn<HardwareArray>[] = [
  {
    key: "array",
    title: words.columns.array,
    width: 84,
    sortFields: ["number"],
    cell: ({ number }) => <PieceLink kind="array" piece={{ number, name: number }} />,
  },
  {
    key: "name",
    title: words.columns.name,
    width: 160,
    grows: true,
    sortFields: ["name"],
    cell: ({ name }) => name,
    onCard: "note",
  },
  {
    key: "level",
    title: words.columns.level,
    width: 96,
    sortFields: ["raid"],
    cell: ({ level }) => levelText(level),
    onCard: "figure",
  },
  {
    key: "condition",
    title: words.columns.condition,
    width: 128,
    sortFields: ["condition"],
    cell: ({ condition }) => <ConditionLabel condition={condition} />,
    onCard: "side",
  },
  {
    key: "strip",
    title: words.columns.strip,
    width: 86,
    numeric: true,
    sortFields: ["strip"],
    cell: ({ strip_bytes }) => (strip_bytes === null ? messages.unknown : formatBinaryBytes(strip_bytes)),
  },
  {
    key: "size",
    title: words.columns.size,
    width: 86,
    numeric: true,
    sortFields: ["size"],
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "drives",
    title: words.columns.drives,
    width: 80,
    numeric: true,
    sortFields: ["drives"],
    cell: ({ drive_count }) => drive_count ?? messages.unknown,
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
    key: "controller",
    title: words.columns.controller,
    width: 170,
    sortFields: ["controller", "implementation"],
    cell: ({ controller, implementation }) =>
      controller ? <PieceLink kind="controller" piece={controller} /> : implementation,
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
    width: 150,
    cell: ({ labels }) => <PieceLabels labels={labels} />,
  },
];

export function ArraysList(props: HardwarePageProps) {
  const api = useApi();
  return (
    <HardwareList
      {...props}
      list="arrays"
      path="/arrays"
      exported="arrays"
      text={hardwareLists.arrays}
      columns={COLUMNS}
      rowKey={({ number }) => number}
      read={(q, sort) => arrayList(api, q, sort)}
      peek={(array) => <ArrayPeek array={array} />}
    />
  );
}
