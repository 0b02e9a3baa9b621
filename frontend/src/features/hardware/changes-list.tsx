/** The changes of the hardware of the lab: before and after, when, how and by whom. */
import { useApi } from "@/api/context";
import { changeList } from "@/api/hardware";
import type { HardwareChange } from "@/api/types";
import type { LabColumn } from "@/components/lab-table/columns";
import { pieces } from "@/messages/hardware";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { LAB_CHANGE_COLUMNS } from "./history";

const SHAPES: Record<string, Omit<LabColumn<HardwareChange>, "key" | "title" | "cell">> = {
  at: { width: 176, sortFields: ["at"] },
  component: { width: 230, grows: true, sortFields: ["component", "name"], onCard: "note" },
  server: { width: 140, sortFields: ["server"], onCard: "note" },
  change: { width: 190, sortFields: ["kind", "field"], onCard: "side" },
  before: { width: 180, onCard: "note" },
  after: { width: 180, onCard: "figure" },
  source: { width: 110, sortFields: ["source", "run"] },
  by: { width: 110, sortFields: ["by"] },
};

const COLUMNS: readonly LabColumn<HardwareChange>[] = LAB_CHANGE_COLUMNS.map(({ key, title, cell }) => ({
  key,
  title,
  cell,
  width: 120,
  ...SHAPES[key],
}));

export function ChangesList(props: HardwarePageProps) {
  const api = useApi();
  return (
    <HardwareList
      {...props}
      list="changes"
      path="/servers/changes"
      text={pieces.changes}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      read={(q, sort) => changeList(api, q, sort)}
    />
  );
}
