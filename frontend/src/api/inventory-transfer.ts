/** What people wrote down about hardware, in and out as a table or a document. */
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import { fileBody } from "./file-body";
import type { InventoryImport } from "./types";

/** The largest file that the lab takes. */
export const MAX_IMPORT_BYTES = 8 * 1024 ** 2;

export type TransferTable = "components" | "models" | "published";

/** Where one of the lists is as CSV; all of it, whatever list is open. */
export function tableAddress(api: Api, table: TransferTable): string {
  return `${api.baseUrl}/api/v1/inventory/export?kind=${table}&format=csv`;
}

/** Where everything is as one document. */
export function documentAddress(api: Api): string {
  return `${api.baseUrl}/api/v1/inventory/export?kind=all&format=json`;
}

/** A document by its name; everything else is taken for a table, and refused by the lab if it is none. */
export function mediaTypeOf({ name }: Pick<File, "name">): "application/json" | "text/csv" {
  return name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";
}

/** Takes a file in, or with `dryRun` only says what would become of each row. */
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

/** Where a list is as a file: all of its pages, narrowed as the lab narrows the list itself. */
export function listAddress(api: Api, { kind, q }: ExportedList, format: (typeof LIST_FORMATS)[number]): string {
  const query = new URLSearchParams({ kind, format, ...(q && { q, time_zone: readerZone() }) });
  return `${api.baseUrl}/api/v1/inventory/export?${query}`;
}
