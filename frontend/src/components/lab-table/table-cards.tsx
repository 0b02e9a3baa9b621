/** Rows of a table as one card each, in pages on request. Cards are below each other on a phone, else side by side. */
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { NO_VALUE } from "@/lib/short-values";
import { labTable as words } from "@/messages/lab-table";
import type { LabColumn, RowGrouping, RowSelection } from "./columns";
import { type TableItem, wholeList } from "./items";
import classes from "./table-cards.module.css";
import { type Selecting, useRowSelection } from "./use-row-selection";
import type { HeadCell } from "./use-table-model";

const CARDS = 100;

export interface TableCardsProps<Row> {
  caption: string;
  columns: readonly LabColumn<Row>[];
  items: readonly TableItem<Row>[];
  grouping?: RowGrouping<Row> | undefined;
  selection?: RowSelection | undefined;
  /** Phones have neither pictures nor boxes to select with. */
  isPhone: boolean;
  isBusy: boolean;
}

export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { caption, columns, items, grouping, selection, isPhone, isBusy } = props;
  const [shown, show] = useState(CARDS);
  const list = useMemo(() => wholeList(items), [items]);
  const selecting = useRowSelection(isPhone ? undefined : selection, list);
  const rest = items.length - shown;
  return (
    <>
      <ul
        className={classes.cards}
        data-cards=""
        data-grid={!isPhone || undefined}
        aria-label={caption}
        aria-busy={isBusy || undefined}
      >
        {items.slice(0, shown).map((item) =>
          item.kind === "group" ? (
            <li key={`group ${item.key}`} className={classes.group} dir="auto">
              {item.title} <span className={classes.note}>{grouping?.note?.(item.rows)}</span>
            </li>
          ) : (
            <li key={item.key} data-selected={selecting?.isSelected(item.key) || undefined}>
              {!isPhone && <Picture row={item.row} columns={columns} />}
              <Card row={item.row} columns={columns} />
              {selecting && <CardBox id={item.key} selecting={selecting} />}
            </li>
          ),
        )}
      </ul>
      {rest > 0 && (
        <Button variant="default" className={classes.further} onClick={() => show(shown + CARDS)}>
          {words.showMore(Math.min(rest, CARDS))}
        </Button>
      )}
    </>
  );
}

/** Scrolls cards where the page does not. */
export function CardsFrame({ caption, isPhone, children }: { caption: string; isPhone: boolean; children: ReactNode }) {
  if (isPhone) return children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <section className={classes.scroller} aria-label={words.scroll(caption)} tabIndex={0}>
      {children}
    </section>
  );
}

function Picture<Row>({ row, columns }: { row: Row; columns: readonly LabColumn<Row>[] }) {
  return columns
    .filter(({ onCard }) => onCard === "picture")
    .map(({ key, card, cell }) => <div key={key}>{(card ?? cell)(row)}</div>);
}

function CardBox({ id, selecting }: { id: string; selecting: Selecting }) {
  return (
    <Checkbox
      size="xs"
      className={classes.box}
      aria-label={words.select(id)}
      checked={selecting.isSelected(id)}
      disabled={!selecting.canSelect(id)}
      onChange={({ nativeEvent }) => selecting.toggle(id, (nativeEvent as MouseEvent).shiftKey === true)}
    />
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
