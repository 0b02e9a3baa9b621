/** The rows of a table on a phone: one card each, in pages that are asked for. */
import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { NO_VALUE } from "@/lib/short-values";
import { labTable as words } from "@/messages/lab-table";
import type { LabColumn, RowGrouping } from "./columns";
import type { TableItem } from "./items";
import classes from "./table-cards.module.css";
import type { HeadCell } from "./use-table-model";

const CARDS = 100;

export interface TableCardsProps<Row> {
  caption: string;
  columns: readonly LabColumn<Row>[];
  items: readonly TableItem<Row>[];
  grouping: RowGrouping<Row> | undefined;
  isBusy: boolean;
}

export function TableCards<Row>({ caption, columns, items, grouping, isBusy }: TableCardsProps<Row>) {
  const [shown, show] = useState(CARDS);
  const rest = items.length - shown;
  return (
    <>
      <ul className={classes.cards} data-cards="" aria-label={caption} aria-busy={isBusy || undefined}>
        {items.slice(0, shown).map((item) =>
          item.kind === "group" ? (
            <li key={`group ${item.key}`} className={classes.group} dir="auto">
              {item.title} <span className={classes.note}>{grouping?.note?.(item.rows)}</span>
            </li>
          ) : (
            <li key={item.key}>
              <Card row={item.row} columns={columns} />
            </li>
          ),
        )}
      </ul>
      {rest > 0 && (
        <Button variant="default" onClick={() => show(shown + CARDS)}>
          {words.showMore(Math.min(rest, CARDS))}
        </Button>
      )}
    </>
  );
}

function Card<Row>({ row, columns: [name, ...others] }: { row: Row; columns: readonly LabColumn<Row>[] }) {
  const at = (place: LabColumn<Row>["onCard"]) =>
    others
      .filter(({ onCard }) => onCard === place)
      .map(({ key, numeric, card, cell }) => ({ key, numeric, place, content: (card ?? cell)(row) }))
      .filter(({ content }) => place === "figure" || !isEmpty(content));
  return (
    <div className={classes.card}>
      <div className={classes.left}>
        <div className={classes.name}>{name?.cell(row)}</div>
        <div className={classes.notes}>
          {at("note").map(({ key, content }) => (
            <span key={key}>{content}</span>
          ))}
        </div>
      </div>
      <div className={classes.right}>
        {[...at("figure"), ...at("side")].map(({ key, numeric, place, content }) => (
          <div key={key} data-numeric={numeric || undefined} data-figure={place === "figure" || undefined}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A card has no column to show that something is missing in it; what is unknown is a word and stays. */
function isEmpty(content: ReactNode): boolean {
  return (
    content === null || content === undefined || typeof content === "boolean" || content === "" || content === NO_VALUE
  );
}

/** In place of the heads of columns, which a phone does not show. */
export function SortSelect<Row>({
  head,
  sort,
  change,
}: {
  head: readonly HeadCell<Row>[];
  sort: string | undefined;
  change: (sort: string | undefined) => void;
}) {
  const orders = head
    .filter((cell) => cell.sort !== undefined)
    .flatMap(({ column: { key, title } }) => [
      { value: key, label: words.ascending(title) },
      { value: `-${key}`, label: words.descending(title) },
    ]);
  if (orders.length === 0) return null;
  return (
    <NativeSelect
      className={classes.sort}
      aria-label={words.sortBy}
      data={[{ value: "", label: words.sortDefault }, ...orders]}
      value={sort ?? ""}
      onChange={({ currentTarget }) => change(currentTarget.value || undefined)}
    />
  );
}
