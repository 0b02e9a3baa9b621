/** Sign-in and facts about this lab. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { LabInfo, Session } from "./types";

export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ["session"],
    queryFn: ({ signal }): Promise<Session> => body(api.GET("/api/v1/session", { signal })),
    staleTime: 5 * 60_000,
  });

/** Exchanges the one-time token of a sign-in link for a session cookie. */
export function signIn(api: Api, token: string): Promise<Session> {
  return body(api.POST("/api/v1/session", { body: { token } }));
}

export async function signOut(api: Api): Promise<void> {
  await api.DELETE("/api/v1/session");
}

export const labQuery = (api: Api) =>
  queryOptions({
    queryKey: ["lab"],
    queryFn: ({ signal }): Promise<LabInfo> => body(api.GET("/api/v1/lab", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
