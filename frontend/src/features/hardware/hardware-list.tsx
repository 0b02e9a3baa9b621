/** A list of hardware in one table: words and filters on top, one row beside it, all of it in the address. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ExportedList } from "@/api/inventory-transfer";
import type { WholeList } from "@/api/whole-list";
import type { FilterValues } from "@/components/filter-values";
import type { LabColumn } from "@/components/lab-table/columns";
import { LabTable } from "@/components/lab-table/lab-table";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { ListFrame, QueryField } from "@/components/list-frame";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { SavedFilters } from "@/components/saved-filters";
import { useTypedText } from "@/components/use-typed-text";
import { messages } from "@/messages";
import { pieces } from "@/messages/hardware";
import { hardwareLists as words } from "@/messages/hardware-lists";
import { EmptyState } from "@/parts/empty-state";
import { ActiveFilters, activeOf } from "./active-filters";
import { ExportListLinks } from "./export-list-links";
import type { FilterField, FilterFieldProps } from "./filter-bar";

export interface HardwareListProps<Row extends object> {
  /** Under which views of this list are saved. */
  savedAs: string;
  text: { title: string; caption: string; search: string; empty: string; emptyHint: string };
  columns: readonly LabColumn<Row>[];
  fields: readonly FilterField[];
  /** Filters, order and the row beside the list, as the address has them. */
  search: FilterValues;
  change: (search: FilterValues) => void;
  list: WholeList<Row>;
  exported: ExportedList;
  peek: (row: Row) => ReactNode;
}

export function HardwareList<Row extends { number: string }>(props: HardwareListProps<Row>) {
  const { savedAs, text, columns, fields, search, change, list, exported, peek } = props;
  const { sort, peek: shown, ...filters } = search;
  const setFilters = (next: FilterValues) => change({ sort, ...next });
  const isFiltered = activeOf(filters).length > 0;
  return (
    <>
      <PageHeader title={text.title} />
      <ListFrame
        query={
          <QueryField
            label={text.search}
            hint={pieces.filterTextHint}
            value={filters.q}
            change={(q) => setFilters({ ...filters, q })}
            count={list.rows && words.count(list.rows.length, list.more !== undefined)}
          />
        }
        tools={
          <>
            {fields.map((field) => (
              <FilterControl
                key={field.name}
                field={field}
                value={filters[field.name] ?? ""}
                set={(value) => setFilters({ ...filters, [field.name]: value || undefined })}
              />
            ))}
            <SavedFilters page={savedAs} filters={filters} change={setFilters} />
            <ActiveFilters filters={filters} change={setFilters} />
            <ExportListLinks list={exported} />
          </>
        }
      >
        {list.error && !list.rows ? (
          <ErrorNotice error={list.error} retry={list.retry} />
        ) : !list.rows ? (
          <LabTableSkeleton columns={columns} rows={20} />
        ) : list.rows.length === 0 ? (
          <EmptyState
            title={isFiltered ? pieces.noMatch : text.empty}
            text={isFiltered ? pieces.noMatchHint : text.emptyHint}
            actions={
              isFiltered
                ? [
                    <Button key="clear" variant="default" onClick={() => setFilters({})}>
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
            rows={list.rows}
            rowKey={({ number }) => number}
            sort={sort}
            changeSort={(next) => change({ ...search, sort: next })}
            peek={{ shown, change: (number) => change({ ...search, peek: number }), render: peek }}
            isBusy={list.isBusy}
            more={list.more}
          />
        )}
      </ListFrame>
    </>
  );
}

function FilterControl(props: FilterFieldProps) {
  const { field, value, set } = props;
  if (!field.choices) return <SmallTextField {...props} />;
  return (
    <NativeSelect
      size="xs"
      aria-label={field.label}
      data={[{ value: "", label: words.any(field.label) }, ...field.choices]}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function SmallTextField({ field: { label }, value, set }: FilterFieldProps) {
  return (
    <TextInput {...useTypedText(value, set)} type="search" size="xs" w={130} aria-label={label} placeholder={label} />
  );
}
