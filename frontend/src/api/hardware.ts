/** Reads controllers, drives, arrays and published hardware, and writes down what people know of them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import { pageParameters } from "./endless-list";
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

export type PieceKind = PieceLink["component"];

const PAGE_SIZE = 50;

/** Options of `useEndlessList`. */
export const controllerList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "controllers", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<Controller>> =>
    body(api.GET("/api/v1/controllers", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
});

/** Options of `useEndlessList`. */
export const driveList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "drives", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<Drive>> =>
    body(api.GET("/api/v1/drives", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
});

/** Options of `useEndlessList`. */
export const arrayList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "arrays", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<HardwareArray>> =>
    body(api.GET("/api/v1/arrays", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
});

/** The arrays of a server, those that were found last first. */
export const arraysQuery = (api: Api, server: string) =>
  queryOptions({
    queryKey: ["hardware", "arrays", "of", server],
    queryFn: ({ signal }): Promise<Page<HardwareArray>> =>
      body(api.GET("/api/v1/arrays", { params: { query: { server_id: server, limit: PAGE_SIZE } }, signal })),
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

/** Read the changes of a hardware component, newest first; those of a server include all components in it. */
export const hardwareHistoryQuery = (api: Api, kind: PieceKind, ref: string, cursor?: string, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: ["hardware", "history", kind, ref, cursor, limit],
    queryFn: ({ signal }): Promise<Page<HardwareChange>> => {
      const query = { [`${kind}_id` as const]: ref, cursor, limit };
      return body(api.GET("/api/v1/inventory/changes", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The newest changes of the lab. */
export const newestChangesQuery = (api: Api, limit: number) =>
  queryOptions({
    queryKey: ["hardware", "changes", "newest", limit],
    queryFn: ({ signal }): Promise<Page<HardwareChange>> =>
      body(api.GET("/api/v1/inventory/changes", { params: { query: { limit } }, signal })),
  });

/** Options of `useEndlessList`. */
export const changeList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: ["hardware", "changes", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<HardwareChange>> =>
    body(api.GET("/api/v1/inventory/changes", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
});

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
