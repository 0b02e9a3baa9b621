/** A list of hardware: its filters in the address, saved ones above, page by page. */
import { Button, Group, Pill, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ExportedList } from "@/api/inventory-transfer";
import type { Page } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import type { FilterValues } from "@/components/filter-values";
import { InventoryLinks } from "@/components/inventory-links";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { Paging } from "@/components/paging";
import { SavedFilters } from "@/components/saved-filters";
import { messages, word } from "@/messages";
import { hardware, history, pieces as words } from "@/messages/hardware";
import { ExportListLinks } from "./export-list-links";
import { FilterBar, type FilterField } from "./filter-bar";
import classes from "./hardware.module.css";

export interface PieceListProps<Row> {
  page: string;
  text: { title: string; caption: string; empty: string; emptyHint: string };
  columns: readonly Column<Row>[];
  minWidth: number;
  fields: readonly FilterField[];
  filters: FilterValues;
  change: (filters: FilterValues) => void;
  result: UseQueryResult<Page<Row>>;
  actions?: ReactNode;
  /** What leads out of a list in which nothing is yet. */
  emptyAction?: ReactNode;
  /** Which list of what people wrote down it can be taken away as. */
  exported?: ExportedList;
}

export function PieceList<Row extends { id: string | number }>(props: PieceListProps<Row>) {
  const { page, text, columns, minWidth, fields, filters, change, result, actions, exported } = props;
  const { data, error, refetch, isPlaceholderData } = result;
  return (
    <>
      <PageHeader title={text.title} actions={actions} />
      <InventoryLinks />
      <FilterBar fields={fields} filters={filters} change={change} />
      <div className={classes.filters}>
        <SavedFilters page={page} filters={filters} change={change} />
        <ActiveFilters filters={filters} change={change} />
      </div>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={text.caption} columns={columns} minWidth={minWidth} />}
      {data && data.items.length === 0 && <Nothing {...props} />}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <DataTable
            caption={text.caption}
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => String(id)}
            minWidth={minWidth}
          />
        </div>
      )}
      {data && (
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
      {exported && data && data.items.length > 0 && <ExportListLinks list={exported} />}
    </>
  );
}

function activeOf({ cursor: _cursor, ...filters }: FilterValues): [name: string, value: string][] {
  return Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
}

/** Every filter in force can be taken away, those too that a link brought and no field shows. */
function ActiveFilters({ filters, change }: Pick<PieceListProps<never>, "filters" | "change">) {
  return (
    <ul aria-label={words.active} className={classes.active}>
      {activeOf(filters).map(([name, value]) => (
        <li key={name}>
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => change({ ...filters, [name]: undefined, cursor: undefined })}
            removeButtonProps={{ "aria-label": messages.removeFilter(nameOf(name)), tabIndex: 0, "aria-hidden": false }}
          >
            {words.filterIs(nameOf(name), wordsOf(name, value))}
          </Pill>
        </li>
      ))}
    </ul>
  );
}

const NAMES: Record<string, string> = {
  q: words.filterText,
  server: words.server,
  standing: words.standing,
  seen: words.seen,
  label: words.label,
  model: words.model,
  firmware: words.firmware,
  level: words.level,
  condition: words.condition,
  state: words.state,
  component: words.component,
  kind: words.change,
  since: words.since,
};

function nameOf(name: string): string {
  return word(NAMES, name);
}

function wordsOf(name: string, value: string): string {
  if (name === "standing" || name === "condition") return word(hardware.conditions, value);
  if (name === "state") return word(messages.states, value);
  if (name === "kind") return word(history.kinds, value);
  if (name === "component") return word(hardware.kinds, value);
  if (name === "level") return word(hardware.levels, value);
  return name === "seen" ? word(words.seenWords, value) : value;
}

function Nothing<Row>({ text, filters, change, emptyAction }: PieceListProps<Row>) {
  if (activeOf(filters).length === 0) {
    return (
      <EmptyState title={text.empty}>
        <Text>{text.emptyHint}</Text>
        {emptyAction}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.noMatch}>
      <Text>{words.noMatchHint}</Text>
      <Group>
        <Button variant="default" onClick={() => change({})}>
          {messages.clearFilters}
        </Button>
      </Group>
    </EmptyState>
  );
}
