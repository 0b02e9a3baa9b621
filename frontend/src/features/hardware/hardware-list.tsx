/** A list of hardware in one table: its query on top, and one row beside it, all of it in the address. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { type EndlessListOptions, useEndlessList } from "@/api/endless-list";
import { matchCountQuery } from "@/api/fields";
import type { ExportedList } from "@/api/inventory-transfer";
import type { Page } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import { InventoryLinks } from "@/components/inventory-links";
import type { LabColumn } from "@/components/lab-table/columns";
import { LabTable } from "@/components/lab-table/lab-table";
import { sortFieldsOf } from "@/components/lab-table/sort";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { ListFrame } from "@/components/list-frame";
import { ListQuery, ListViews, type QueriedSearch } from "@/components/list-query";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { useReadableQuery } from "@/components/use-readable-query";
import { messages } from "@/messages";
import { pieces } from "@/messages/hardware";
import { hardwareLists as words } from "@/messages/hardware-lists";
import { EmptyState } from "@/parts/empty-state";
import { ExportListLinks } from "./export-list-links";

export interface HardwareSearch extends QueriedSearch {
  sort?: string;
  /** Number of the row beside the list. */
  peek?: string;
}

export interface HardwareListProps<Row extends object> {
  list: "drives" | "arrays" | "controllers" | "models" | "changes";
  path: "/drives" | "/arrays" | `/servers/${"controllers" | "models" | "changes"}`;
  /** Storage format of the list's views. */
  form: ViewForm<HardwareSearch>;
  text: { title: string; caption: string; empty: string; emptyHint: string };
  columns: readonly LabColumn<Row>[];
  /** Query, order and the row beside the list, as the address has them. */
  search: HardwareSearch;
  change: (search: HardwareSearch) => void;
  /** Return the options that read the rows of a query, in the order of these fields. */
  read: (q: string | undefined, sort: string | undefined) => EndlessListOptions<Page<Row>>;
  rowKey: (row: Row) => string;
  /** The row beside the list. */
  peek?: (row: Row) => ReactNode;
  actions?: ReactNode;
  /** The list as a file. */
  exported?: ExportedList["kind"];
}

/** Properties of a page with such a list. */
export type HardwarePageProps = Pick<HardwareListProps<object>, "form" | "search" | "change">;

export function HardwareList<Row extends object>(props: HardwareListProps<Row>) {
  const { list: name, path, form, text, columns, search, change, read, rowKey, peek, actions, exported } = props;
  const { q, sort, peek: shown } = search;
  const { requested, leftOut, settle } = useReadableQuery<Row[]>(q);
  const list = useEndlessList(read(requested, sortFieldsOf(sort, columns)));
  const { data: rows, error, queryError } = settle(list.rows, list.error);
  const total = useQuery(matchCountQuery(useApi(), name, requested)).data;
  // The bar has the tabs of the servers.
  const isOfServers = path.startsWith("/servers/");
  const views = (
    <ListViews
      list={name}
      form={form}
      search={search}
      linkTo={(next) => ({ to: path, search: next })}
      isOnPage={isOfServers}
    />
  );
  return (
    <>
      <PageHeader title={text.title} actions={actions} />
      {isOfServers && <InventoryLinks />}
      {!isOfServers && views}
      <ListFrame
        tabs={isOfServers && views}
        query={
          <ListQuery
            list={name}
            form={form}
            search={search}
            change={(next) => change({ ...next, peek: undefined })}
            error={queryError}
            leftOut={leftOut}
            count={rows && words.count(total ?? rows.length, typeof total !== "number" && list.more !== undefined)}
          />
        }
        tools={exported && <ExportListLinks list={{ kind: exported, q: requested }} />}
      >
        {error !== null && !rows ? (
          <ErrorNotice error={error} retry={list.retry} />
        ) : !rows ? (
          <LabTableSkeleton columns={columns} rows={20} />
        ) : rows.length === 0 ? (
          <EmptyState
            title={q ? pieces.noMatch : text.empty}
            text={q ? pieces.noMatchHint : text.emptyHint}
            actions={
              q
                ? [
                    <Button key="clear" variant="default" onClick={() => change({ sort })}>
                      {messages.clearFilters}
                    </Button>,
                  ]
                : undefined
            }
          />
        ) : (
          <LabTable
            caption={text.caption}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            sort={sort}
            isSortedByServer
            changeSort={(next) => change({ ...search, sort: next })}
            peek={peek && { shown, change: (number) => change({ ...search, peek: number }), render: peek }}
            isBusy={list.isBusy}
            more={list.more}
          />
        )}
      </ListFrame>
    </>
  );
}
