/** Pages of docs/ as blocks. */
import glossary from "@docs/glossary.md?raw";
import judging from "@docs/judging.md?raw";
import { expect, test } from "vitest";
import { type Block, firstColumns, type Inline, readDocument, readInline } from "./document";

const text = (content: string): Inline => ({ kind: "text", text: content });

test("headings, paragraphs, lists and code are told apart, and lines that were wrapped are one", () => {
  const source = "# A title\nA first\nline.\n\n- one\n  and more\n- two\n\n```\n| a |\n# b\n```\nThe end";
  expect(readDocument(source)).toEqual([
    { kind: "heading", level: 1, content: [text("A title")] },
    { kind: "paragraph", content: [text("A first line.")] },
    { kind: "list", items: [[text("one and more")], [text("two")]] },
    { kind: "code", text: "| a |\n# b" },
    { kind: "paragraph", content: [text("The end")] },
  ]);
});

test("a table has a head and rows, and may have empty cells", () => {
  expect(readDocument("| a | b |\n| --- | :-: |\n| 1 | |\n\nafter")).toEqual([
    { kind: "table", head: [[text("a")], [text("b")]], rows: [[[text("1")], []]] },
    { kind: "paragraph", content: [text("after")] },
  ]);
});

test("marks within a line may stand in one another, but not in code", () => {
  expect(readInline("a **b *c*** `**d**`")).toEqual([
    text("a "),
    { kind: "strong", content: [text("b "), { kind: "emphasis", content: [text("c")] }] },
    text(" "),
    { kind: "code", text: "**d**" },
  ]);
});

test("HTML is text, and links lead nowhere but to sites and to places of the page", () => {
  expect(readInline("<img src=x onerror=alert(1)>")).toEqual([text("<img src=x onerror=alert(1)>")]);
  expect(readInline("[a](javascript:alert) [b](other.md)")).toEqual([text("a"), text(" "), text("b")]);
  expect(readInline("[c](https://lab.test/x)")).toEqual([
    { kind: "link", address: "https://lab.test/x", content: [text("c")] },
  ]);
});

function texts(content: readonly Inline[]): string[] {
  return content.flatMap((inline) =>
    inline.kind === "text" ? [inline.text] : inline.kind === "code" ? [] : texts(inline.content),
  );
}

function textsOf(block: Block): string[] {
  if (block.kind === "code") return [];
  if (block.kind === "list") return block.items.flatMap(texts);
  if (block.kind === "table") return [...block.head, ...block.rows.flat()].flatMap(texts);
  return texts(block.content);
}

test.each([
  ["judging.md", judging],
  ["glossary.md", glossary],
])("nothing of %s is left unread", (_name, source) => {
  const blocks = readDocument(source);
  const left = blocks.flatMap(textsOf).filter((piece) => /\*\*|`|\]\(|^\d+\. |^>/.test(piece));
  expect(left).toEqual([]);
  for (const block of blocks) {
    if (block.kind === "table")
      expect(new Set(block.rows.map((row) => row.length))).toEqual(new Set([block.head.length]));
  }
});

test("only the first columns of a table are shown where that is asked", () => {
  const [table] = readDocument("| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |");
  const head = [[text("a")], [text("b")]];
  expect(table && firstColumns(table, 2)).toEqual({ kind: "table", head, rows: [[[text("1")], [text("2")]]] });
  expect(table && firstColumns(table, undefined)).toEqual(table);
});

test("readers of the glossary see terms, meanings and what they are not called", () => {
  const table = readDocument(glossary).find(({ kind }) => kind === "table");
  const shown = table && firstColumns(table, 3);
  expect(shown?.kind === "table" && shown.head.map((cell) => texts(cell).join(""))).toEqual(["term", "meaning", "not"]);
  expect(shown?.kind === "table" && shown.rows.length).toBeGreaterThan(40);
});
