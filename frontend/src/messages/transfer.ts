/** Texts about importing and exporting records that people wrote. */

export const transfer = {
  title: "Import and export",
  explain:
    "Labels, notes, lifecycles, owners, manual facts, models and published hardware, as a table or a document. Discovery finds the hardware itself.",
  import: "Import",
  viewer: "Your role can export the inventory but not change it.",
  drop: "Drop a CSV or JSON file here",
  dropNow: "Drop to read",
  choose: "Choose a file",
  limits: (max: string) => `At most ${max}. The contents of the file determine its type.`,
  oneFile: "Drop one file only.",
  tooLarge: (size: string, max: string) => `The file has ${size}. At most ${max} are allowed.`,
  empty: "The file is empty.",
  file: (name: string, size: string) => `${name} (${size})`,
  reading: "Reading the file.",
  would: (added: number, changed: number, unchanged: number, refused: number) =>
    `Preview: ${added} to add, ${changed} to change, ${unchanged} unchanged, ${rowCount(refused)} refused.`,
  did: (added: number, changed: number, unchanged: number, refused: number) =>
    `Imported: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`,
  nothing: "No changes.",
  preview: "Preview of the rows",
  result: "Result of the rows",
  rowsCaption: "Rows of the file, refused ones first. Unchanged rows are not listed.",
  warnings: "Unreadable lines",
  columns: { row: "Row", name: "Name", outcome: "Outcome", detail: "Changes, or reason" },
  outcomes: { add: "new", change: "changed", refuse: "refused" },
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  more: (shown: number, all: number) => `Show more (${shown} of ${all})`,
  confirm: (rows: number) => `Import ${rowCount(rows)}`,
  another: "Choose another file",
  export: "Export",
  exportExplain: "All manual data. Each list exports its own rows with its filters.",
  tables: {
    components: "Hardware (CSV)",
    models: "Models (CSV)",
    published: "Published hardware (CSV)",
  },
  document: "Everything (JSON)",
  exportList: "Export this list",
  exportListAs: (format: string) => `Export this list as ${format}`,
} as const;

function rowCount(count: number): string {
  return count === 1 ? "1 row" : `${count} rows`;
}
