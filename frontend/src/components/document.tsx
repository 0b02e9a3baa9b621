/** A page of docs/ in a page of the lab. Its own title is left to the page, its headings begin below it. */
import { Anchor, Code, Table, Text, Title, type TitleOrder } from "@mantine/core";
import { useMemo } from "react";
import { type Block, firstColumns, type Inline, readDocument } from "@/lib/document";
import { messages } from "@/messages";
import classes from "./document.module.css";

export interface DocumentProps {
  source: string;
  /** Description of its tables for screen readers. */
  tableCaption: string;
  /** Number of columns of its tables that are shown, from the first; all by default. */
  columns?: number;
}

export function Document({ source, tableCaption, columns }: DocumentProps) {
  const blocks = useMemo(
    () =>
      readDocument(source)
        .filter((block) => !isTitle(block))
        .map((block) => firstColumns(block, columns)),
    [source, columns],
  );
  return (
    <div className={classes.document}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes.
        <BlockView key={index} block={block} tableCaption={tableCaption} />
      ))}
    </div>
  );
}

function isTitle(block: Block): boolean {
  return block.kind === "heading" && block.level === 1;
}

function BlockView({ block, tableCaption }: { block: Block; tableCaption: string }) {
  switch (block.kind) {
    case "heading":
      return (
        <Title order={Math.min(block.level + 1, 6) as TitleOrder}>
          <Inlines content={block.content} />
        </Title>
      );
    case "list":
      return (
        <ul className={classes.list}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes.
            <li key={index}>
              <Inlines content={item} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return <TableView block={block} caption={tableCaption} />;
    case "code":
      return <Code block>{block.text}</Code>;
    default:
      return (
        <Text>
          <Inlines content={block.content} />
        </Text>
      );
  }
}

/* Cells of a document never change places, so their indexes name them. */
function TableView({ block, caption }: { block: Extract<Block, { kind: "table" }>; caption: string }) {
  return (
    <section
      className={classes.scroller}
      aria-label={messages.scrollTable(caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {block.head.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
              <Table.Th key={column} scope="col">
                <Inlines content={cell} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {block.rows.map(([first = [], ...others], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
            <Table.Tr key={row}>
              <Table.Th scope="row">
                <Inlines content={first} />
              </Table.Th>
              {others.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
                <Table.Td key={column}>
                  <Inlines content={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Inlines({ content }: { content: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes.
  return content.map((inline, index) => <InlineView key={index} inline={inline} />);
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return <code>{inline.text}</code>;
    case "link":
      return (
        <Anchor href={inline.address} rel="noreferrer">
          <Inlines content={inline.content} />
        </Anchor>
      );
    case "strong":
      return (
        <strong>
          <Inlines content={inline.content} />
        </strong>
      );
    default:
      return (
        <em>
          <Inlines content={inline.content} />
        </em>
      );
  }
}
