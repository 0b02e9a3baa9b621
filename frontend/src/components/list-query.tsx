/** The query of a list with its saved views: as tabs, and as a field with what saves them. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { matchCountQuery } from "@/api/fields";
import { savedFiltersQuery } from "@/api/saved-filters";
import type { QueryList } from "@/api/types";
import { withoutPart } from "@/lib/query-parts";
import { queries as words } from "@/messages/queries";
import { openView, type ViewedSearch, type ViewForm } from "./filed-view";
import { Notice } from "./notice";
import { QueryField } from "./query-field";
import { SaveView } from "./save-view";
import type { LeftOutPart } from "./use-readable-query";
import { ViewTabs } from "./view-tabs";

export interface QueriedSearch extends ViewedSearch {
  q?: string;
}

export interface ListViewsProps<Search extends QueriedSearch> {
  /** Undefined where rows are not counted. */
  list?: QueryList;
  form: ViewForm<Search>;
  search: Search;
  linkTo: (search: Search) => LinkProps;
  isOnPage?: boolean;
}

export function ListViews<Search extends QueriedSearch>({ list, form, ...rest }: ListViewsProps<Search>) {
  const api = useApi();
  const views = useQuery(savedFiltersQuery(api, form.page)).data?.items ?? [];
  return <ViewTabs form={form} views={views} countOf={list && ((q) => matchCountQuery(api, list, q))} {...rest} />;
}

export interface SaveListViewProps<Search extends QueriedSearch> {
  form: ViewForm<Search>;
  search: Search;
  change: (search: Search) => void;
}

export function SaveListView<Search extends QueriedSearch>({ form, search, change }: SaveListViewProps<Search>) {
  const views = useQuery(savedFiltersQuery(useApi(), form.page)).data?.items ?? [];
  return (
    <SaveView
      form={form}
      view={openView(form, views, search)}
      search={search}
      open={(view) => change({ ...search, view })}
    />
  );
}

export interface ListQueryProps<Search extends QueriedSearch> extends SaveListViewProps<Search> {
  list: QueryList;
  /** Fault in the query. */
  error: unknown;
  leftOut: readonly LeftOutPart[];
  count?: string;
}

export function ListQuery<Search extends QueriedSearch>({
  list,
  form,
  search,
  change,
  error,
  leftOut,
  count,
}: ListQueryProps<Search>) {
  const set = (q: string | undefined) => change({ ...search, q: q || undefined });
  return (
    <>
      <QueryField list={list} value={search.q ?? ""} change={set} error={error} count={count} />
      <SaveListView form={form} search={search} change={change} />
      {leftOut.map(({ part, problem }) => (
        <Notice key={part} level="warn" title={words.leftOut(part)}>
          <div>{problem.message}</div>
          <Button variant="default" size="xs" mt={4} onClick={() => set(withoutPart(search.q ?? "", part))}>
            {words.drop}
          </Button>
        </Notice>
      ))}
    </>
  );
}
