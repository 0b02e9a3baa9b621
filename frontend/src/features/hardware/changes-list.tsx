/** The changes of the hardware of the lab: before and after, when, how and by whom. */
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { changeList } from "@/api/hardware";
import type { HardwareChange } from "@/api/types";
import type { LabColumn } from "@/components/lab-table/columns";
import { pieces } from "@/messages/hardware";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { LAB_CHANGE_COLUMNS } from "./history";

const SHAPES: Record<string, Omit<LabColumn<HardwareChange>, "key" | "title" | "cell">> = {
  at: { width: 166, sortFields: ["at"] },
  component: { width: 190, grows: true, sortFields: ["component", "name"], onCard: "note" },
  server: { width: 120, sortFields: ["server"], onCard: "note" },
  change: { width: 210, sortFields: ["kind", "field"], onCard: "side" },
  before: { width: 150, onCard: "note" },
  after: { width: 150, onCard: "figure" },
  source: { width: 96, sortFields: ["source", "run"] },
  by: { width: 92, sortFields: ["by"] },
};

const COLUMNS: readonly LabColumn<HardwareChange>[] = LAB_CHANGE_COLUMNS.map(({ key, title, cell }) => ({
  key,
  title,
  cell: (change) => <Whole content={cell(change)} />,
  width: 120,
  ...SHAPES[key],
}));

/** A text that is cut at the end of its cell is whole when it is pointed at. */
function Whole({ content }: { content: ReactNode }) {
  return typeof content === "string" ? <span title={content}>{content}</span> : content;
}

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
