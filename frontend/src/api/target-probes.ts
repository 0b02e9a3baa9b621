/** Probe of a target: whether a server would accept it now, and its reasons. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { TargetProbe, TargetProbeCreate } from "./types";

const POLL_MS = 1_000;

export function requestTargetProbe(api: Api, question: TargetProbeCreate): Promise<TargetProbe> {
  return body(api.POST("/api/v1/target-probes", { body: question, headers: { "Idempotency-Key": idempotencyKey() } }));
}

/** A target probe; read every second until the server has answered. */
export const targetProbeQuery = (api: Api, id: string | null) =>
  queryOptions({
    queryKey: ["target-probes", id],
    queryFn: id
      ? ({ signal }): Promise<TargetProbe> =>
          body(api.GET("/api/v1/target-probes/{probe_id}", { params: { path: { probe_id: id } }, signal }))
      : skipToken,
    refetchInterval: (query) => (query.state.data?.state === "requested" || !query.state.data ? POLL_MS : false),
  });
