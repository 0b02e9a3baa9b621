/** Sign-in, what a role may do, and the demo data of this lab. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { DemoData, DemoDataRemoval, PersonalSettingsUpdate, Session } from "./types";

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

/** Notes that Home is looked at: results that end later are new. */
export function noteVisit(api: Api): Promise<Session> {
  return body(api.PATCH("/api/v1/session", { body: { visited: true } }));
}

/** Stores what a person chose for themselves; everything else stays. */
export function changeSettings(api: Api, settings: PersonalSettingsUpdate): Promise<Session> {
  return body(api.PATCH("/api/v1/session", { body: { settings } }));
}

/** Return true if the role may make changes; a page offers only permitted actions. */
export function mayChange(session: Session | undefined): boolean {
  return session !== undefined && session.user.role !== "viewer";
}

export const demoDataQuery = (api: Api) =>
  queryOptions({
    queryKey: ["demo-data"],
    queryFn: ({ signal }): Promise<DemoData> => body(api.GET("/api/v1/demo-data", { signal })),
    staleTime: 60_000,
  });

/** Removes the published figures that came with the lab; those that a live permalink leads to stay. */
export function removeDemoData(api: Api): Promise<DemoDataRemoval> {
  return body(api.DELETE("/api/v1/demo-data"));
}

/** Brings back the published figures that were removed. */
export function restoreDemoData(api: Api): Promise<DemoData> {
  return body(api.POST("/api/v1/demo-data"));
}
