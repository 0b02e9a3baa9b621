/** Lists that are read page by page until they are whole, since the browser sorts and searches them. */
import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Page } from "./types";

/** Rows that the lab gives at once, at most. */
export const WHOLE_LIST_PAGE = 200;

export interface WholeListOptions<Read> {
  queryKey: QueryKey;
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Read>;
  /** In another order than that of the lab rows would move with each page: the others are shown once all are there. */
  isSorted?: boolean;
}

export interface WholeList<Row> {
  /** Undefined until the first page is there. */
  rows: Row[] | undefined;
  error: Error | null;
  retry: () => void;
  /** True if rows belong to an earlier request, or to an incomplete whole list. */
  isBusy: boolean;
  /** Undefined once all rows are there. */
  more: { load: () => void; isLoading: boolean; hasFailed: boolean } | undefined;
}

export function useWholeList<Read extends Page<unknown>>({
  queryKey,
  read,
  isSorted = false,
}: WholeListOptions<Read>): WholeList<Read["items"][number]> & { first: Read | undefined } {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, "whole"],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const { data, error, refetch, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const isDue = hasNextPage && !isFetching && !isPlaceholderData && error === null;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  const isPart = isSorted && hasNextPage;
  const rows = useMemo(
    () => data?.pages.slice(0, isPart ? 1 : undefined).flatMap(({ items }): Read["items"][number][] => items),
    [data, isPart],
  );
  return {
    rows,
    first: data?.pages[0],
    error,
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
    isBusy: isPlaceholderData || hasNextPage,
    more: hasNextPage
      ? { load: () => void fetchNextPage(), isLoading: isFetching, hasFailed: error !== null }
      : undefined,
  };
}
