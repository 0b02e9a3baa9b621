/** Reads controllers, drives, arrays and published hardware, and writes down what people know of them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type { ChangeFilters, PieceFilters } from "./hardware-filters";
import type {
  Controller,
  Drive,
  HardwareArray,
  HardwareChange,
  Page,
  PieceChanges,
  PieceLink,
  PublishedHardware,
  Server,
  ServerChanges,
  ServerTree,
} from "./types";
import { WHOLE_LIST_PAGE } from "./whole-list";

export type PieceKind = PieceLink["component"];

const PAGE_SIZE = 50;

function parametersOf({ server, q, cursor }: PieceFilters) {
  return { server_id: server, q, time_zone: q === undefined ? undefined : readerZone(), cursor, limit: PAGE_SIZE };
}

export const controllersQuery = (api: Api, filters: PieceFilters) =>
  queryOptions({
    queryKey: ["hardware", "controllers", filters],
    queryFn: ({ signal }): Promise<Page<Controller>> =>
      body(api.GET("/api/v1/controllers", { params: { query: parametersOf(filters) }, signal })),
    placeholderData: keepPreviousData,
  });

/** Options of `useEndlessList`. */
export const driveList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "drives", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<Drive>> => {
    const query = { ...parametersOf({ q, cursor }), sort, limit: WHOLE_LIST_PAGE };
    return body(api.GET("/api/v1/drives", { params: { query }, signal }));
  },
});

/** Options of `useEndlessList`. */
export const arrayList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "arrays", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<HardwareArray>> => {
    const query = { ...parametersOf({ q, cursor }), sort, limit: WHOLE_LIST_PAGE };
    return body(api.GET("/api/v1/arrays", { params: { query }, signal }));
  },
});

export const arraysQuery = (api: Api, filters: PieceFilters) =>
  queryOptions({
    queryKey: ["hardware", "arrays", filters],
    queryFn: ({ signal }): Promise<Page<HardwareArray>> =>
      body(api.GET("/api/v1/arrays", { params: { query: parametersOf(filters) }, signal })),
    placeholderData: keepPreviousData,
  });

export const controllerQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["hardware", "controller", ref],
    queryFn: ({ signal }): Promise<Controller> =>
      body(api.GET("/api/v1/controllers/{ref}", { params: { path: { ref } }, signal })),
  });

export const driveQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["hardware", "drive", ref],
    queryFn: ({ signal }): Promise<Drive> =>
      body(api.GET("/api/v1/drives/{ref}", { params: { path: { ref } }, signal })),
  });

/** One array; read every ten seconds while it is rebuilt or checked, so that its progress is seen. */
export const arrayQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["hardware", "array", ref],
    queryFn: ({ signal }): Promise<HardwareArray> =>
      body(api.GET("/api/v1/arrays/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: (query) => ((query.state.data?.progress_percent ?? null) === null ? false : 10_000),
  });

/** The hardware of a server as its last discovery found it. */
export const treeQuery = (api: Api, { number, discovered_at }: Pick<Server, "number" | "discovered_at">) =>
  queryOptions({
    queryKey: ["hardware", "tree", number, discovered_at],
    queryFn: ({ signal }): Promise<ServerTree> =>
      body(api.GET("/api/v1/servers/{ref}/tree", { params: { path: { ref: number } }, signal })),
  });

/** What changed about a piece of hardware, newest first; of a server with everything that is in it. */
export const hardwareHistoryQuery = (api: Api, kind: PieceKind, ref: string, cursor?: string, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: ["hardware", "history", kind, ref, cursor, limit],
    queryFn: ({ signal }): Promise<Page<HardwareChange>> => {
      const query = { [`${kind}_id` as const]: ref, cursor, limit };
      return body(api.GET("/api/v1/inventory/changes", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** What changed in the whole lab, newest first. */
export const labChangesQuery = (api: Api, filters: ChangeFilters, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: ["hardware", "changes", filters, limit],
    queryFn: ({ signal }): Promise<Page<HardwareChange>> => {
      const { server, component, kind, since, cursor } = filters;
      const query = { server_id: server, component, kind, since: startOf(since), cursor, limit };
      return body(api.GET("/api/v1/inventory/changes", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

function startOf(day: string | undefined): string | undefined {
  return day && new Date(`${day}T00:00:00`).toISOString();
}

type ChangedPiece = Controller | Drive | HardwareArray;

const WRITERS: Record<
  Exclude<PieceKind, "server">,
  (api: Api, ref: string, changes: PieceChanges) => Promise<ChangedPiece>
> = {
  controller: (api, ref, changes) =>
    body<Controller>(api.PATCH("/api/v1/controllers/{ref}", { params: { path: { ref } }, body: changes })),
  drive: (api, ref, changes) =>
    body<Drive>(api.PATCH("/api/v1/drives/{ref}", { params: { path: { ref } }, body: changes })),
  array: (api, ref, changes) =>
    body<HardwareArray>(api.PATCH("/api/v1/arrays/{ref}", { params: { path: { ref } }, body: changes })),
};

/** Writes down what people know of a piece; what is not given stays. */
export async function changePiece(
  api: Api,
  kind: PieceKind,
  ref: string,
  changes: PieceChanges & ServerChanges,
): Promise<void> {
  if (kind === "server") await api.PATCH("/api/v1/servers/{ref}", { params: { path: { ref } }, body: changes });
  else await WRITERS[kind](api, ref, changes);
}

export const publishedQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["hardware", "published", id],
    queryFn: ({ signal }): Promise<PublishedHardware> =>
      body(api.GET("/api/v1/published-hardware/{published_id}", { params: { path: { published_id: id } }, signal })),
  });
