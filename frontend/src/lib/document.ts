/**
 * The part of Markdown that the pages of `docs/` which are shown to readers are written in. It makes a description of the
 * text and never HTML: what is not understood stays as it was written.
 */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; content: Inline[] }
  | { kind: "link"; address: string; content: Inline[] };

export type Block =
  | { kind: "heading"; level: number; content: Inline[] }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

/** Reads a whole document: headings, paragraphs, lists of one level, tables and fenced code. */
export function readDocument(source: string): Block[] {
  const lines = source.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const taken = line.startsWith("```")
      ? takeCode(lines, at)
      : line.startsWith("|")
        ? takeTable(lines, at)
        : takeText(lines, at);
    if (taken.block) blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

/** Cuts a table to its first columns; any other block, and any block without a count, stays as it is. */
export function firstColumns(block: Block, count: number | undefined): Block {
  if (block.kind !== "table") return block;
  const cut = (row: Inline[][]) => row.slice(0, count);
  return { kind: "table", head: cut(block.head), rows: block.rows.map(cut) };
}

interface Taken {
  block: Block | null;
  next: number;
}

const HEADING = /^(#{1,6}) +(.+)$/;
const ITEM = /^[-*] +/;
const RULE = /^\|[\s:|-]+\|$/;

function takeCode(lines: readonly string[], from: number): Taken {
  const end = lines.findIndex((line, index) => index > from && line.startsWith("```"));
  const to = end < 0 ? lines.length : end;
  return { block: { kind: "code", text: lines.slice(from + 1, to).join("\n") }, next: to + 1 };
}

function takeTable(lines: readonly string[], from: number): Taken {
  const to = endOf(lines, from, (line) => line.startsWith("|"));
  const [head = [], ...rows] = lines
    .slice(from, to)
    .filter((line) => !RULE.test(line))
    .map(cellsOf);
  return { block: { kind: "table", head, rows }, next: to };
}

function cellsOf(line: string): Inline[][] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => readInline(cell.trim()));
}

function takeText(lines: readonly string[], from: number): Taken {
  const line = lines[from] ?? "";
  if (line.trim() === "") return { block: null, next: from + 1 };
  const heading = HEADING.exec(line);
  if (heading) {
    const [, marks = "", text = ""] = heading;
    return { block: { kind: "heading", level: marks.length, content: readInline(text) }, next: from + 1 };
  }
  const to = endOf(lines, from, (next) => next.trim() !== "" && !/^(#{1,6} |```|\|)/.test(next));
  const own = lines.slice(from, to);
  if (!ITEM.test(line)) return { block: { kind: "paragraph", content: readInline(joined(own)) }, next: to };
  const items: string[][] = [];
  for (const ownLine of own) {
    if (ITEM.test(ownLine)) items.push([ownLine.replace(ITEM, "")]);
    else items.at(-1)?.push(ownLine);
  }
  return { block: { kind: "list", items: items.map((item) => readInline(joined(item))) }, next: to };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
}

/** The first line from `from` on, itself left out, that does not belong. */
function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index > from && !belongs(line));
  return end < 0 ? lines.length : end;
}

const MARKED = /`([^`]+)`|\*\*(?=\S)(.+?)\*\*(?!\*)|\*(?=\S)(.+?)\*|\[([^\]]+)\]\(([^()\s]+)\)/g;
/** A document of ours leads to other sites and to places of its own page; a file beside it is not here. */
const ADDRESS = /^(https?:\/\/|#)/;

export function readInline(source: string): Inline[] {
  const inlines: Inline[] = [];
  let read = 0;
  for (const match of source.matchAll(MARKED)) {
    if (match.index > read) inlines.push({ kind: "text", text: source.slice(read, match.index) });
    read = match.index + match[0].length;
    const [, code, strong, emphasis, label, address] = match;
    if (code !== undefined) inlines.push({ kind: "code", text: code });
    else if (strong !== undefined) inlines.push({ kind: "strong", content: readInline(strong) });
    else if (emphasis !== undefined) inlines.push({ kind: "emphasis", content: readInline(emphasis) });
    else if (label !== undefined && address !== undefined && ADDRESS.test(address))
      inlines.push({ kind: "link", address, content: readInline(label) });
    else inlines.push(...readInline(label ?? ""));
  }
  if (read < source.length) inlines.push({ kind: "text", text: source.slice(read) });
  return inlines;
}
