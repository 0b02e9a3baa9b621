/** Freezes runs into permalinks. */
import { type Api, body, idempotencyKey } from "./client";
import type { NewShare, Share } from "./types";

/** A share in the one answer that holds its address. */
export type CreatedShare = Share & { url: string };

export async function createShare(api: Api, share: NewShare): Promise<CreatedShare> {
  const headers = { "Idempotency-Key": idempotencyKey() };
  const { url, ...created } = await body(api.POST("/api/v1/shares", { body: share, headers }));
  if (!url) throw new Error("the lab created a share without telling its address");
  return { ...created, url };
}
