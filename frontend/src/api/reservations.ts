/** Reservations of servers: each keeps a server for one person and ends by itself. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { NewReservation, Page, Reservation } from "./types";

export const LONGEST_RESERVATION_DAYS = 31;

const SHOWN = 50;

/** Those of a server that were made last. */
export const reservationsQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["servers", "reservations", ref],
    queryFn: ({ signal }): Promise<Page<Reservation>> =>
      body(
        api.GET("/api/v1/servers/{ref}/reservations", { params: { path: { ref }, query: { limit: SHOWN } }, signal }),
      ),
  });

export function reserveServer(api: Api, ref: string, reservation: NewReservation): Promise<Reservation> {
  return body(
    api.POST("/api/v1/servers/{ref}/reservations", {
      params: { path: { ref } },
      body: reservation,
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

/** Ends it now; what is over already stays as it is. */
export async function giveBack(api: Api, ref: string, id: string): Promise<void> {
  await api.DELETE("/api/v1/servers/{ref}/reservations/{reservation_id}", {
    params: { path: { ref, reservation_id: id } },
  });
}
