/** A table whose rows are on their way: its head, and rows of the final height. */

import { messages } from "@/messages";
import { SkeletonBox } from "@/parts/skeleton";
import type { LabColumn } from "./columns";
import { TableFrame } from "./table-frame";
import { TableHead } from "./table-head";

export interface TableSkeletonProps<Row> {
  columns: readonly LabColumn<Row>[];
  lines?: 1 | 2;
  rows?: number;
}

export function LabTableSkeleton<Row>({ columns, lines = 1, rows = 12 }: TableSkeletonProps<Row>) {
  return (
    <TableFrame caption={messages.loading} columns={columns} lines={lines} rowCount={-1} isBusy hasSelection={false}>
      <TableHead head={columns.map((column) => ({ column, direction: false, sort: undefined }))} selecting={null} />
      <tbody>
        {Array.from({ length: rows }, (_, index) => index).map((index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.key}>
                <SkeletonBox height={12} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
