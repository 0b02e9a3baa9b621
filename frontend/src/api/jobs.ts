/** Submits, reads and cancels jobs. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type { Finish, Job, JobRequest, ListedJob, Page, Plan, Repeats } from "./types";

/** In the order a job goes through them. */
export const JOB_STATES = [
  "queued",
  "running",
  "cancelling",
  "finished",
  "failed",
  "cancelled",
] as const satisfies readonly Job["state"][];

/** States of a job that is over. */
export const ENDED_STATES = ["finished", "failed", "cancelled"] as const satisfies readonly Job["state"][];

export interface JobFilters {
  state?: Job["state"];
  /** Only jobs that ended, or only those that have not. */
  is_over?: boolean;
  server_id?: string;
  /** Labels that a job must all have. */
  label?: string[];
  q?: string | undefined;
  sort?: string | undefined;
  cursor?: string;
}

const TERMINAL: ReadonlySet<string> = new Set(ENDED_STATES);

export function isTerminalJob(state: string): boolean {
  return TERMINAL.has(state);
}

/** Return the number of the run of a job that can have no other; null where there are several, or may be. */
export function onlyRun({ runs, repeats }: Pick<Job, "runs" | "repeats">): string | null {
  const [only, ...others] = runs;
  return only && others.length === 0 && repeats <= 1 ? only.number : null;
}

export const jobsQuery = (api: Api, filters: JobFilters) =>
  queryOptions({
    queryKey: ["jobs", "list", filters],
    queryFn: ({ signal }): Promise<Page<ListedJob>> =>
      body(
        api.GET("/api/v1/jobs", {
          params: { query: { ...filters, time_zone: filters.q && readerZone(), limit: 50 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });

export const jobKey = (ref: string) => ["jobs", "detail", ref] as const;

export const jobQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: jobKey(ref),
    queryFn: ({ signal }): Promise<Job> => body(api.GET("/api/v1/jobs/{ref}", { params: { path: { ref } }, signal })),
  });

/**
 * Read the agreement between the runs of a job. The key begins with that of the job, so that both are read again
 * together.
 */
export const repeatsQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...jobKey(ref), "repeats"],
    queryFn: ({ signal }): Promise<Repeats> =>
      body(api.GET("/api/v1/jobs/{ref}/repeats", { params: { path: { ref } }, signal })),
  });

/** A plan, and of a job that is not submitted yet when it would be over. */
export type ForeseenPlan = Plan & { finish?: Finish };

/** Preview a job without storing it; a null request is not sent. */
export const planQuery = (api: Api, request: JobRequest | null) =>
  queryOptions({
    queryKey: ["jobs", "plan", request],
    queryFn: request
      ? async ({ signal }): Promise<ForeseenPlan> => {
          const answer = await body(
            api.POST("/api/v1/jobs", { params: { query: { dry_run: true } }, body: request, signal }),
          );
          return "finish" in answer ? { ...answer.plan, finish: answer.finish } : answer.plan;
        }
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Submits a job. The same key with the same request gives the first answer again instead of a second job. */
export async function submitJob(api: Api, request: JobRequest, key: string): Promise<Job> {
  const answer = await body(api.POST("/api/v1/jobs", { body: request, headers: { "Idempotency-Key": key } }));
  if (!("id" in answer)) throw new Error("the lab answered a submission with a dry run");
  return answer;
}

/** Renames a job, and its runs with it. Without a name they are called by their profile and server. */
export function renameJob(api: Api, ref: string, name: string): Promise<Job> {
  return body(api.PATCH("/api/v1/jobs/{ref}", { params: { path: { ref } }, body: { name } }));
}

export type CancelMode = NonNullable<Job["cancel_mode"]>;

/** At once, or when the phase that runs has ended by itself. */
export function cancelJob(api: Api, ref: string, mode: CancelMode): Promise<Job> {
  return body(api.POST("/api/v1/jobs/{ref}/cancel", { params: { path: { ref } }, body: { mode } }));
}

/** Return the address of the live stream of a job. */
export function jobEventsAddress(api: Api, ref: string): string {
  return `${api.baseUrl}/api/v1/jobs/${encodeURIComponent(ref)}/events`;
}
