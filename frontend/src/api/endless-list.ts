/** Lists that the lab sorts: their pages are read as they come into sight. */
import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readerZone } from "@/lib/time-zone";
import type { Page } from "./types";
import { WHOLE_LIST_PAGE, type WholeList } from "./whole-list";

export interface EndlessListOptions<Read> {
  queryKey: QueryKey;
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Read>;
}

/** Parameters of one page of such a list. */
export function pageParameters({ q, sort, cursor }: Record<"q" | "sort" | "cursor", string | undefined>) {
  return { q, sort, cursor, time_zone: q === undefined ? undefined : readerZone(), limit: WHOLE_LIST_PAGE };
}

export function useEndlessList<Row>({ queryKey, read }: EndlessListOptions<Page<Row>>): WholeList<Row> {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, "endless"],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const { data, error, refetch, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  return {
    rows: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    error,
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
    isBusy: isPlaceholderData,
    more:
      hasNextPage && !isPlaceholderData
        ? { load: () => void fetchNextPage(), isLoading: isFetching, hasFailed: error !== null }
        : undefined,
  };
}
