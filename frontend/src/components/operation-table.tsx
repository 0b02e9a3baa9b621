/** The preparation steps of an attempt: how each one went and what proves its effect. */
import type { OperationState } from "@/api/types";
import { formatDuration } from "@/lib/units";
import { messages } from "@/messages";
import { attempts as words } from "@/messages/attempts";
import { type Column, DataTable } from "./data-table";
import { evidenceText, secondsOf } from "./operation-text";
import { StateLabel } from "./state-label";

const COLUMNS: readonly Column<OperationState>[] = [
  { key: "step", title: words.operationColumns.step, wrap: true, cell: ({ ordinal, title }) => `${ordinal}. ${title}` },
  { key: "state", title: words.operationColumns.state, cell: ({ state }) => <StateLabel state={state} /> },
  {
    key: "message",
    title: words.operationColumns.message,
    wrap: true,
    cell: ({ message }) => message || messages.none,
  },
  {
    key: "evidence",
    title: words.operationColumns.evidence,
    wrap: true,
    cell: ({ evidence }) => evidenceText(evidence),
  },
  {
    key: "duration",
    title: words.operationColumns.duration,
    numeric: true,
    cell: (operation) => {
      const seconds = secondsOf(operation);
      return seconds === null ? messages.none : formatDuration(seconds);
    },
  },
];

export function OperationTable({ caption, operations }: { caption: string; operations: readonly OperationState[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={operations}
      rowKey={({ ordinal }) => String(ordinal)}
      minWidth={800}
    />
  );
}
