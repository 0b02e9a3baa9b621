/** A list of hardware: its filters in the address, saved ones above, page by page. */
import { Button, Group, Text } from "@mantine/core";
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
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { ActiveFilters, activeOf } from "./active-filters";
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
