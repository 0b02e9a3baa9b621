/** The order of a table as the address has it, `iops` or `-iops` from high to low, and as values compare. */
import type { SortingState } from "@tanstack/react-table";
import type { LabColumn, SortValue } from "./columns";

/** Read the sorting; names of no sortable column are dropped. */
export function readSort<Row>(
  text: string | undefined,
  columns: readonly (Pick<LabColumn<Row>, "key"> & Sortable<Row>)[],
): SortingState {
  const desc = text?.startsWith("-") ?? false;
  const id = desc ? text?.slice(1) : text;
  const isKnown = columns.some((column) => column.key === id && canSort(column));
  return id !== undefined && isKnown ? [{ id, desc }] : [];
}

/** Undefined for the order that the list has by itself. */
export function writeSort([first]: SortingState): string | undefined {
  return first && `${first.desc ? "-" : ""}${first.id}`;
}

type Sortable<Row> = Pick<LabColumn<Row>, "value" | "sortable" | "sortFields">;

export function canSort<Row>({ value, sortable, sortFields }: Sortable<Row>): boolean {
  return sortable ?? (value !== undefined || sortFields !== undefined);
}

/** The order of a list as the server takes it, by the fields of the column that the address names. */
export function sortFieldsOf<Row>(
  text: string | undefined,
  columns: readonly Pick<LabColumn<Row>, "key" | "sortFields">[],
): string | undefined {
  const [order] = readSort(text, columns);
  const fields = columns.find(({ key }) => key === order?.id)?.sortFields;
  return fields?.map((field) => `${order?.desc ? "-" : ""}${field}`).join(",");
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Figures by size, texts with the figures in them by size (`c-2` before `c-10`). */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return Number(a) - Number(b);
}
