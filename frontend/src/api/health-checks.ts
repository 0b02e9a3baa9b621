/** Health checks: jobs that only the lab makes, told by their label, and their schedule. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import { isTerminalJob } from "./jobs";
import type { Job, ListedJob, Page, Server } from "./types";

const LABEL = "storagelab/health-check";

/** So many jobs of a server are looked through for its last check. */
export const JOBS_LOOKED_THROUGH = 200;

export interface LastHealthCheck {
  job: ListedJob | null;
  /** Whether every job of the server was looked through. */
  all: boolean;
}

/** The last health check of a server; asked every few seconds while it is under way. */
export const lastHealthCheckQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["servers", "health-check", ref],
    queryFn: async ({ signal }): Promise<LastHealthCheck> => {
      const query = { server_id: ref, limit: JOBS_LOOKED_THROUGH };
      const page: Page<ListedJob> = await body(api.GET("/api/v1/jobs", { params: { query }, signal }));
      return { job: page.items.find(({ labels }) => LABEL in labels) ?? null, all: page.next_cursor === null };
    },
    refetchInterval: ({ state: { data } }) => (data?.job && !isTerminalJob(data.job.state) ? 3_000 : 30_000),
  });

/** Whether the lab's own schedule asked for it, and not a person. */
export function isScheduled({ labels }: Pick<ListedJob, "labels">): boolean {
  return labels[LABEL] === "scheduled";
}

export function checkHealth(api: Api, ref: string): Promise<Job> {
  return body(
    api.POST("/api/v1/servers/{ref}/health-check", {
      params: { path: { ref } },
      body: {},
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

/** Null for no schedule. */
export function scheduleHealthChecks(api: Api, ref: string, hours: number | null): Promise<Server> {
  return body(api.PATCH("/api/v1/servers/{ref}", { params: { path: { ref } }, body: { health_check_hours: hours } }));
}
