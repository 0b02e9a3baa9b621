/** What people wrote down about hardware, in and out as a table or a document. */
import { type Api, body } from "./client";
import { fileBody } from "./file-body";
import { askedOf } from "./hardware";
import type { ArrayFilters, ModelFilters, ServerFilters } from "./hardware-filters";
import type { Controller, Drive, HardwareArray, InventoryImport, Page, Server } from "./types";

/** The largest file that the lab takes. */
export const MOST_IMPORT_BYTES = 8 * 1024 ** 2;

export type TransferTable = "pieces" | "models" | "published";

/** Where one of the lists is as CSV; all of it, whatever list is open. */
export function tableAddress(api: Api, table: TransferTable): string {
  return `${api.baseUrl}/api/v1/inventory/export.csv?of=${table}`;
}

/** Where everything is as one document. */
export function documentAddress(api: Api): string {
  return `${api.baseUrl}/api/v1/inventory/export.json`;
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

const EXPORT_PAGE = 200;

/** The lists that can be exported as they are filtered. */
export type ExportedList =
  | { kind: "server"; filters: ServerFilters }
  | { kind: "controller" | "drive"; filters: ModelFilters }
  | { kind: "array"; filters: ArrayFilters };

export type ExportedPiece =
  | { kind: "server"; piece: Server }
  | { kind: "controller"; piece: Controller }
  | { kind: "drive"; piece: Drive }
  | { kind: "array"; piece: HardwareArray };

/** Every piece that a list has with its filters, from its first page to its last. */
export async function listedPieces(api: Api, list: ExportedList): Promise<ExportedPiece[]> {
  const found: ExportedPiece[] = [];
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await pageOf(api, list, cursor);
    found.push(...items);
    cursor = next_cursor ?? undefined;
  } while (cursor);
  return found;
}

async function pageOf(api: Api, list: ExportedList, cursor?: string): Promise<Page<ExportedPiece>> {
  const { kind } = list;
  switch (kind) {
    case "server": {
      const query = { ...list.filters, cursor, limit: EXPORT_PAGE };
      const page: Page<Server> = await body(api.GET("/api/v1/servers", { params: { query } }));
      return { ...page, items: page.items.map((piece) => ({ kind, piece })) };
    }
    case "controller": {
      const { model, firmware } = list.filters;
      const query = { ...askedOf({ ...list.filters, cursor }, EXPORT_PAGE), model, firmware };
      const page: Page<Controller> = await body(api.GET("/api/v1/controllers", { params: { query } }));
      return { ...page, items: page.items.map((piece) => ({ kind, piece })) };
    }
    case "drive": {
      const { model, firmware } = list.filters;
      const query = { ...askedOf({ ...list.filters, cursor }, EXPORT_PAGE), model, firmware };
      const page: Page<Drive> = await body(api.GET("/api/v1/drives", { params: { query } }));
      return { ...page, items: page.items.map((piece) => ({ kind, piece })) };
    }
    case "array": {
      const { level, condition } = list.filters;
      const query = { ...askedOf({ ...list.filters, cursor }, EXPORT_PAGE), level, condition };
      const page: Page<HardwareArray> = await body(api.GET("/api/v1/arrays", { params: { query } }));
      return { ...page, items: page.items.map((piece) => ({ kind, piece })) };
    }
  }
}
