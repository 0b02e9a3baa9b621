/** A person's notices, and the jobs that they follow. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Notices } from "./types";

export const noticesKey = ["notices"] as const;

export const noticesQuery = (api: Api) =>
  queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }): Promise<Notices> => body(api.GET("/api/v1/notices", { signal })),
  });

/** Marks notices as read by their ids, and returns all of now. The page shows it at once, so it goes out even if left. */
export function markNoticesRead(api: Api, ids: readonly string[]): Promise<Notices> {
  return body(api.PATCH("/api/v1/notices", { body: { read: [...ids] }, keepalive: true }));
}

/** Follows a job, so that what becomes of its runs is among one's notices, or follows it no longer. */
export async function followJob(api: Api, ref: string, following: boolean): Promise<boolean> {
  const answer = await body(api.PUT("/api/v1/jobs/{ref}/follow", { params: { path: { ref } }, body: { following } }));
  return answer.following;
}
