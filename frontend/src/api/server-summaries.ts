/** Reads servers as their list shows them: use, when they are free, and their slots. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type { Page, Server, ServerSummary } from "./types";

/** Page size: the number that a tall column shows without another request. */
const PAGE_SIZE = 50;

/** The servers that match, page after page. */
export const serverSummariesQuery = (api: Api, q: string | undefined, sort: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["servers", "summaries", q, sort],
    queryFn: ({ pageParam, signal }): Promise<Page<ServerSummary>> => {
      const time_zone = q === undefined ? undefined : readerZone();
      const query = { q, sort, time_zone, cursor: pageParam, limit: PAGE_SIZE };
      return body(api.GET("/api/v1/server-summaries", { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: 15_000,
  });

/** One server as the list shows it; null where it is retired. */
export const serverSummaryQuery = (api: Api, { number }: Pick<Server, "number">) =>
  queryOptions({
    queryKey: ["servers", "summary", number],
    queryFn: async ({ signal }): Promise<ServerSummary | null> => {
      const query = { q: `number:${number.replace(/^s-/, "")}`, limit: 1 };
      const page: Page<ServerSummary> = await body(api.GET("/api/v1/server-summaries", { params: { query }, signal }));
      return page.items.find((server) => server.number === number) ?? null;
    },
    refetchInterval: 15_000,
  });
