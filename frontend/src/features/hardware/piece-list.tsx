/** A list of hardware page by page: its saved views and what narrows it above. */
import { Button, Group, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Page, QueryList } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { type ViewForm, writeView } from "@/components/filed-view";
import { InventoryLinks } from "@/components/inventory-links";
import { ListViews, type QueriedSearch } from "@/components/list-query";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { Paging } from "@/components/paging";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";

export interface PieceListProps<Row, Search extends QueriedSearch> {
  text: { title: string; caption: string; empty: string; emptyHint: string };
  columns: readonly Column<Row>[];
  minWidth: number;
  /** What narrows the list. */
  filter: ReactNode;
  /** How views of this list are saved. */
  form: ViewForm<Search>;
  search: Search;
  linkTo: (search: Search) => LinkProps;
  /** The list whose queries count its views. */
  list?: QueryList;
  cursor: string | undefined;
  go: (cursor: string | undefined) => void;
  clear: () => void;
  result: Pick<UseQueryResult<Page<Row>>, "data" | "isPlaceholderData">;
  error: unknown;
  retry: () => void;
  actions?: ReactNode;
  /** Takes the list away as a file. */
  exports?: ReactNode;
}

export function PieceList<Row extends { id: string | number }, Search extends QueriedSearch>(
  props: PieceListProps<Row, Search>,
) {
  const { text, columns, minWidth, filter, form, search, linkTo, list, cursor, go, result, error, actions } = props;
  const { data, isPlaceholderData } = result;
  return (
    <>
      <PageHeader title={text.title} actions={actions} />
      <InventoryLinks />
      <ListViews list={list} form={form} search={search} linkTo={linkTo} isOnPage />
      {filter}
      {error !== null && !data && <ErrorNotice error={error} retry={props.retry} />}
      {!data && error === null && <TableSkeleton caption={text.caption} columns={columns} minWidth={minWidth} />}
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
      {data && <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />}
      {data && data.items.length > 0 && props.exports}
    </>
  );
}

function Nothing<Row, Search extends QueriedSearch>({ text, form, search, clear }: PieceListProps<Row, Search>) {
  if (writeView(form, search) === "") {
    return (
      <EmptyState title={text.empty}>
        <Text>{text.emptyHint}</Text>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.noMatch}>
      <Text>{words.noMatchHint}</Text>
      <Group>
        <Button variant="default" onClick={clear}>
          {messages.clearFilters}
        </Button>
      </Group>
    </EmptyState>
  );
}
