/** Reads and changes the inventory. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { Drive, NewServer, Page, Server } from "./types";

export const serversQuery = (api: Api) =>
  queryOptions({
    queryKey: ["servers", "list"],
    queryFn: ({ signal }): Promise<Page<Server>> =>
      body(api.GET("/api/v1/servers", { params: { query: { limit: 200 } }, signal })),
    refetchInterval: 15_000,
  });

export const serverKey = (ref: string) => ["servers", "detail", ref] as const;

/** One server; read every two seconds while a discovery is under way or a host key is awaited. */
export const serverQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: serverKey(ref),
    queryFn: ({ signal }): Promise<Server> =>
      body(api.GET("/api/v1/servers/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: (query) => {
      const server = query.state.data;
      const settling = server && (server.discovery !== "idle" || server.state === "new");
      return settling ? 2_000 : 15_000;
    },
  });

/** Read the drives of a server as its last discovery found them; nothing is requested for null. */
export const drivesQuery = (api: Api, server: Server | null) =>
  queryOptions({
    queryKey: ["servers", "drives", server?.id, server?.discovered_at],
    queryFn: server
      ? ({ signal }): Promise<Page<Drive>> =>
          body(api.GET("/api/v1/drives", { params: { query: { server_id: server.id, limit: 200 } }, signal }))
      : skipToken,
  });

export function addServer(api: Api, server: NewServer): Promise<Server> {
  return body(api.POST("/api/v1/servers", { body: server, headers: { "Idempotency-Key": idempotencyKey() } }));
}

export function confirmHostKey(api: Api, ref: string, fingerprint: string): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/host-key", { params: { path: { ref } }, body: { fingerprint } }));
}

export function discoverServer(api: Api, ref: string): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/discover", { params: { path: { ref } } }));
}

export function retireServer(api: Api, ref: string): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/retire", { params: { path: { ref } } }));
}
