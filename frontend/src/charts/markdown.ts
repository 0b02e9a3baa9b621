/** Tables as Markdown, for reports and tickets: what a reader sees, with names that cannot become markup. */
import type { DataTable } from "./definition";

/** The signs that begin or end something in Markdown; a line cannot end inside a cell. */
function plain(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").replace(/[\\`*_[\]<>|~#&]/g, "\\$&");
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(plain).join(" | ")} |`;
}

/** The table under its title; columns of numbers are flush right. */
export function toMarkdown({ columns, rows, caption }: DataTable, title?: string): string {
  const isNumeric = (index: number) => rows.some((row) => typeof row[index] === "number");
  const lines = [
    markdownRow(columns.map(({ label }) => label)),
    `| ${columns.map((_, index) => (isNumeric(index) ? "---:" : "---")).join(" | ")} |`,
    ...rows.map((row) => markdownRow(columns.map(({ format }, index) => format(row[index] ?? null)))),
  ];
  return `${plain(title ?? caption)}\n\n${lines.join("\n")}\n`;
}
