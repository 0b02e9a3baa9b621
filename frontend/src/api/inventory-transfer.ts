/** Import and export of hardware records as a table or a document. */
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import { fileBody } from "./file-body";
import type { InventoryImport } from "./types";

/** The largest file that the lab takes. */
export const MAX_IMPORT_BYTES = 8 * 1024 ** 2;

export type TransferTable = "components" | "models" | "published";

/** Return the address of one list as CSV; it has all rows, regardless of the open list. */
export function tableAddress(api: Api, table: TransferTable): string {
  return `${api.baseUrl}/api/v1/inventory/export?kind=${table}&format=csv`;
}

/** Return the address of the document with all records. */
export function documentAddress(api: Api): string {
  return `${api.baseUrl}/api/v1/inventory/export?kind=all&format=json`;
}

/**
 * Return the media type by the file name: a document by its extension, else a table. The lab refuses a file that is not
 * a table.
 */
export function mediaTypeOf({ name }: Pick<File, "name">): "application/json" | "text/csv" {
  return name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";
}

/** Import a file; with `dryRun`, only report the outcome of each row. */
export function importInventory(api: Api, file: File, dryRun: boolean): Promise<InventoryImport> {
  return body(
    api.POST("/api/v1/inventory/import", {
      params: { query: { dry_run: dryRun } },
      ...fileBody(file, mediaTypeOf(file)),
    }),
  );
}

/** A list that can be exported as it is filtered. */
export interface ExportedList {
  kind: "servers" | "controllers" | "drives" | "arrays";
  q: string | undefined;
}

export const LIST_FORMATS = ["csv", "json"] as const;

/** Return the address of a list as a file: all of its pages, with the filters of the list. */
export function listAddress(api: Api, { kind, q }: ExportedList, format: (typeof LIST_FORMATS)[number]): string {
  const query = new URLSearchParams({ kind, format, ...(q && { q, time_zone: readerZone() }) });
  return `${api.baseUrl}/api/v1/inventory/export?${query}`;
}
