/**
 * Actions of people on a server: maintenance windows, reservations, release from quarantine, and the script that grants
 * the lab access.
 */
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

/** Request the discovery that a server must pass to leave quarantine. */
export function releaseServer(api: Api, ref: string, reason: string): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/release", { params: { path: { ref } }, body: { reason } }));
}

/** Resync a server; `name` is its name, typed by the requesting person. */
export function resyncServer(api: Api, ref: string, request: { name: string; reason: string }): Promise<Server> {
  return body(api.POST("/api/v1/servers/{ref}/resync", { params: { path: { ref } }, body: request }));
}

/** Return the address of the script that an administrator runs on a server to grant the lab access. */
export function setupScriptAddress(api: Api, ref: string): string {
  return `${api.baseUrl}/api/v1/servers/${encodeURIComponent(ref)}/setup-script`;
}

/** Read the present leases of attempts on a server. */
export const leasesQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["servers", "leases", ref],
    queryFn: ({ signal }): Promise<Page<Lease>> =>
      body(api.GET("/api/v1/leases", { params: { query: { server_id: ref, limit: 200 } }, signal })),
    refetchInterval: 15_000,
  });
