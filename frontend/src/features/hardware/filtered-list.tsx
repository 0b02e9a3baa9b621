/** A list of hardware that is narrowed by a few fields, each of which can be taken away. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { Page } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import type { FilterValues } from "@/components/filter-values";
import { SaveListView } from "@/components/list-query";
import { ActiveFilters } from "./active-filters";
import { FilterBar, type FilterField } from "./filter-bar";
import classes from "./hardware.module.css";
import { PieceList, type PieceListProps } from "./piece-list";

/** Filters of a list without queries, and the saved view that is open. */
export type FilteredSearch = FilterValues & { q?: string; view?: string };

export interface FilteredListProps<Row>
  extends Pick<PieceListProps<Row, FilteredSearch>, "text" | "columns" | "minWidth" | "actions"> {
  form: ViewForm<FilteredSearch>;
  fields: readonly FilterField[];
  search: FilteredSearch;
  change: (search: FilteredSearch) => void;
  linkTo: (search: FilteredSearch) => LinkProps;
  result: UseQueryResult<Page<Row>>;
}

export function FilteredList<Row extends { id: string | number }>(props: FilteredListProps<Row>) {
  const { fields, search, change, form, result, ...rest } = props;
  const { view, ...filters } = search;
  const set = (next: FilterValues) => change({ ...next, view });
  return (
    <PieceList
      {...rest}
      form={form}
      search={search}
      filter={
        <>
          <FilterBar fields={fields} filters={filters} change={set} />
          <div className={classes.filters}>
            <SaveListView form={form} search={search} change={change} />
            <ActiveFilters filters={filters} change={set} />
          </div>
        </>
      }
      cursor={search.cursor}
      go={(cursor) => change({ ...search, cursor })}
      clear={() => change({})}
      result={result}
      error={result.error}
      retry={() => void result.refetch()}
    />
  );
}
