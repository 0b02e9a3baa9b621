/** Asks a server whether it would accept a target now, and reads its reasons. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { Check, CheckRequest } from "./types";

const POLL_MS = 1_000;

export function requestCheck(api: Api, question: CheckRequest): Promise<Check> {
  return body(api.POST("/api/v1/checks", { body: question, headers: { "Idempotency-Key": idempotencyKey() } }));
}

/** A check that was asked for; read every second until the server has answered. */
export const checkQuery = (api: Api, id: string | null) =>
  queryOptions({
    queryKey: ["checks", id],
    queryFn: id
      ? ({ signal }): Promise<Check> =>
          body(api.GET("/api/v1/checks/{check_id}", { params: { path: { check_id: id } }, signal }))
      : skipToken,
    refetchInterval: (query) => (query.state.data?.state === "requested" || !query.state.data ? POLL_MS : false),
  });
