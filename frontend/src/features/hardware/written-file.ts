/** What people wrote down about the pieces of a list, as a file in the form that the lab imports. */
import type { ExportedPiece } from "@/api/inventory-transfer";
import type { InventoryDocument, PieceRow } from "@/api/types";
import { csvLine } from "@/charts/csv";
import { drivePlace } from "@/lib/drive-place";

export type WrittenFormat = "csv" | "json";

const COLUMNS = [
  "component",
  "number",
  "server",
  "name",
  "serial",
  "standing",
  "owner",
  "note",
  "tags",
  "manual",
] as const satisfies readonly (keyof PieceRow)[];

export function writtenFile(pieces: readonly ExportedPiece[], format: WrittenFormat): Blob {
  const rows = pieces.map(rowOf);
  if (format === "csv") return new Blob([writtenTable(rows)], { type: "text/csv;charset=utf-8" });
  const document: InventoryDocument = { format: "storagelab.inventory/1", pieces: rows, models: [], published: [] };
  return new Blob([JSON.stringify(document)], { type: "application/json" });
}

export function writtenTable(rows: readonly PieceRow[]): string {
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cellOf(row, column)))].map(csvLine).join("");
}

function cellOf(row: PieceRow, column: (typeof COLUMNS)[number]): string | null {
  if (column === "tags") return (row.tags ?? []).join("; ");
  if (column === "manual") return Object.keys(row.manual ?? {}).length > 0 ? JSON.stringify(row.manual) : null;
  return row[column] ?? null;
}

export function rowOf(exported: ExportedPiece): PieceRow {
  const { kind, piece } = exported;
  const { number, note, tags } = piece;
  const manual = Object.fromEntries(Object.entries(piece.manual).map(([name, value]) => [name, String(value)]));
  const written = { component: kind, number, name: nameOf(exported), note, tags, manual };
  if (kind === "server") return { ...written, server: piece.name, owner: piece.owner };
  const { server, standing } = piece;
  return { ...written, server: server.name, standing, ...(kind === "array" ? {} : { serial: piece.serial }) };
}

/** For the reader; an import goes by the number. */
function nameOf({ kind, piece }: ExportedPiece): string {
  if (kind === "server" || kind === "array") return piece.name;
  const place = kind === "drive" ? drivePlace(piece) : (piece.pci_address ?? piece.key);
  return piece.model ? `${piece.model} (${place})` : place;
}
