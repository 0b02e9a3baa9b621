/** The health checks of a server, and their schedule. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import { isTerminalJob } from "./jobs";
import type { HealthCheck, Job, Page, Server } from "./types";

const SHOWN = 10;

/** Read the newest health checks of a server, every few seconds while one is under way. */
export const healthChecksQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["servers", "health-checks", ref],
    queryFn: ({ signal }): Promise<Page<HealthCheck>> =>
      body(
        api.GET("/api/v1/servers/{ref}/health-checks", { params: { path: { ref }, query: { limit: SHOWN } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isUnderWay) ? 3_000 : 30_000),
  });

export function isUnderWay({ state }: HealthCheck): boolean {
  return !isTerminalJob(state);
}

export function checkHealth(api: Api, ref: string): Promise<Job> {
  return body(
    api.POST("/api/v1/servers/{ref}/health-checks", {
      params: { path: { ref } },
      body: {},
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

export interface HealthCheckSchedule {
  /** Null for no schedule. */
  health_check_hours: number | null;
  /** Values that the writer had read. If another person has changed them meanwhile, nothing is changed. */
  before?: Record<string, never>;
}

export function scheduleHealthChecks(api: Api, ref: string, schedule: HealthCheckSchedule): Promise<Server> {
  return body(api.PATCH("/api/v1/servers/{ref}", { params: { path: { ref } }, body: schedule }));
}
