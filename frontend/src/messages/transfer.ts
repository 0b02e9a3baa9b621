/** What is said about importing and exporting what people wrote down. */

export const transfer = {
  title: "Inventory: import and export",
  explain:
    "Labels, notes, standings, owners, facts by hand, models and published hardware, as a table or a document. Hardware itself is found by discovery and never imported.",
  import: "Import",
  viewer: "Your role may export the inventory, and not change it.",
  drop: "Drop a CSV or JSON file here",
  dropNow: "Let go to read it",
  choose: "Choose a file",
  limits: (most: string) => `Up to ${most}. The columns of a table, or the format of a document, say what it holds.`,
  oneFile: "One file at a time.",
  tooLarge: (size: string, most: string) => `The file has ${size}; ${most} are the most.`,
  empty: "The file is empty.",
  file: (name: string, size: string) => `${name} (${size})`,
  reading: "The lab reads the file.",
  would: (added: number, changed: number, unchanged: number, refused: number) =>
    `This file would add ${added}, change ${changed}, leave ${unchanged} as they are, and is refused in ${rowCount(refused)}.`,
  did: (added: number, changed: number, unchanged: number, refused: number) =>
    `Imported: ${added} added, ${changed} changed, ${unchanged} as they were, ${refused} refused.`,
  nothing: "Nothing would change.",
  preview: "What would become of each row",
  result: "What became of each row",
  rowsCaption: "Rows of the file, refused ones first; those that change nothing are not listed",
  warnings: "Lines that could not be read",
  columns: { row: "Row", name: "What", outcome: "Outcome", detail: "Changes, or why not" },
  outcomes: { add: "new", change: "changed", refuse: "refused" },
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  more: (shown: number, all: number) => `Show more (${shown} of ${all} are shown)`,
  confirm: (rows: number) => `Import ${rowCount(rows)}`,
  another: "Choose another file",
  export: "Export",
  exportExplain: "Everything that people wrote down. What a list shows with its filters is exported there.",
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
