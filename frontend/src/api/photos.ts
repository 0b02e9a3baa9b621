/** Photos of hardware. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import { fileBody } from "./file-body";
import type { PieceKind } from "./hardware";
import type { Page, Photo } from "./types";

export const PHOTO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const satisfies readonly Photo["media_type"][];

/** The largest picture that the lab takes. */
export const MAX_PHOTO_BYTES = 10 * 1024 ** 2;

const MAX_PHOTOS = 200;

const photosKey = (kind: PieceKind, ref: string) => ["photos", kind, ref] as const;

/** Newest first. */
export const photosQuery = (api: Api, kind: PieceKind, ref: string) =>
  queryOptions({
    queryKey: photosKey(kind, ref),
    queryFn: ({ signal }): Promise<Page<Photo>> =>
      body(api.GET("/api/v1/photos", { params: { query: { component: kind, ref, limit: MAX_PHOTOS } }, signal })),
  });

/** Return the address of the picture itself. */
export function photoAddress(api: Api, { address }: Photo): string {
  return `${api.baseUrl}${address}`;
}

export function addPhoto(api: Api, kind: PieceKind, ref: string, file: File, title: string): Promise<Photo> {
  const { headers, ...picture } = fileBody(file, file.type);
  return body(
    api.POST("/api/v1/photos", {
      params: { query: { component: kind, ref, title } },
      ...picture,
      headers: { ...headers, "Idempotency-Key": idempotencyKey() },
    }),
  );
}

export async function removePhoto(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v1/photos/{photo_id}", { params: { path: { photo_id: id } } });
}
