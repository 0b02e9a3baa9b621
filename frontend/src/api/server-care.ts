/** What people do for a server: maintenance windows, reservations, the way out of quarantine, the script that lets the lab in. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { Lease, NewServerWindow, Page, Server, ServerWindow } from "./types";

export const LONGEST_RESERVATION_DAYS = 31;

const SHOWN = 50;

export type WindowKind = ServerWindow["kind"];

/** Those of one kind that were made last. */
export const windowsQuery = (api: Api, ref: string, kind: WindowKind) =>
  queryOptions({
    queryKey: ["servers", "windows", kind, ref],
    queryFn: ({ signal }): Promise<Page<ServerWindow>> =>
      body(
        api.GET("/api/v1/servers/{ref}/windows", { params: { path: { ref }, query: { kind, limit: SHOWN } }, signal }),
      ),
  });

export function addWindow(api: Api, ref: string, window: NewServerWindow): Promise<ServerWindow> {
  return body(
    api.POST("/api/v1/servers/{ref}/windows", {
      params: { path: { ref } },
      body: window,
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

/** Ends a window now or calls it off; a reservation that is over stays as it is. */
export async function endWindow(api: Api, ref: string, id: string): Promise<void> {
  await api.DELETE("/api/v1/servers/{ref}/windows/{window_id}", { params: { path: { ref, window_id: id } } });
}

/** Asks for the discovery that a server must pass to leave quarantine. */
export function releaseServer(api: Api, ref: string, reason: string): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/release", { params: { path: { ref } }, body: { reason } }));
}

/** `name` is the name of the server, typed by the person who asks. */
export function resyncServer(api: Api, ref: string, request: { name: string; reason: string }): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/resync", { params: { path: { ref } }, body: request }));
}

/** Where the script is that an administrator runs on a server to let the lab in. */
export function setupScriptAddress(api: Api, ref: string): string {
  return `${api.baseUrl}/api/v1/servers/${encodeURIComponent(ref)}/setup-script`;
}

/** What attempts hold of a server at present. */
export const leasesQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["servers", "leases", ref],
    queryFn: ({ signal }): Promise<Page<Lease>> =>
      body(api.GET("/api/v1/leases", { params: { query: { server_id: ref, limit: 200 } }, signal })),
    refetchInterval: 15_000,
  });
