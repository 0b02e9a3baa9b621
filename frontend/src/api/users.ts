/** Users who may sign in, and the tokens of programs; for administrators. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { IssuedToken, NewToken, NewUser, Page, SignInLink, Token, User, UserChanges } from "./types";

export const ROLES = ["viewer", "operator", "admin"] as const;

export const usersKey = ["users"] as const;
export const tokensKey = ["tokens"] as const;

export const usersQuery = (api: Api, cursor?: string) =>
  queryOptions({
    queryKey: [...usersKey, cursor],
    queryFn: ({ signal }): Promise<Page<User>> =>
      body(api.GET("/api/v1/users", { params: { query: { limit: 50, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });

export function addUser(api: Api, user: NewUser): Promise<User> {
  return body(api.POST("/api/v1/users", { body: user, headers: { "Idempotency-Key": idempotencyKey() } }));
}

export function changeUser(api: Api, id: string, changes: UserChanges): Promise<User> {
  return body(api.PATCH("/api/v1/users/{user_id}", { params: { path: { user_id: id } }, body: changes }));
}

/** A way in for one time; those made before no longer work. */
export function makeSignInLink(api: Api, id: string): Promise<SignInLink> {
  return body(api.POST("/api/v1/users/{user_id}/sign-in-link", { params: { path: { user_id: id } } }));
}

export const tokensQuery = (api: Api, cursor?: string) =>
  queryOptions({
    queryKey: [...tokensKey, cursor],
    queryFn: ({ signal }): Promise<Page<Token>> =>
      body(api.GET("/api/v1/tokens", { params: { query: { limit: 50, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The text of the token is in this answer and nowhere else. */
export function issueToken(api: Api, token: NewToken): Promise<IssuedToken> {
  return body(api.POST("/api/v1/tokens", { body: token, headers: { "Idempotency-Key": idempotencyKey() } }));
}

export async function revokeToken(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } });
}
