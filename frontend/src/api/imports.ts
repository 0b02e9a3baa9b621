/** Uploads result files, reads what the lab made of them, stores and discards it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Import, Page, StoredResult } from "./types";

export const IMPORT_FORMATS = ["auto", "fio", "vdbench", "iometer", "crystaldiskmark", "table"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Limits of one upload. */
export const UPLOAD_LIMITS = { files: 20_000, bytes: 4 * 1024 ** 3 } as const;

const POLL_MS = 1_000;

export function isWorking({ state }: Pick<Import, "state">): boolean {
  return state === "reading" || state === "storing";
}

export const importsQuery = (api: Api, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["imports", "list", cursor ?? null],
    queryFn: ({ signal }): Promise<Page<Import>> =>
      body(api.GET("/api/v1/imports", { params: { query: { cursor, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(isWorking) ? 3_000 : 15_000),
  });

export const importKey = (ref: string) => ["imports", "detail", ref] as const;

/** Read one import, every second while the lab reads or stores it. */
export const importQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: importKey(ref),
    queryFn: ({ signal }): Promise<Import> =>
      body(api.GET("/api/v1/imports/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: (query) => (query.state.data && isWorking(query.state.data) ? POLL_MS : false),
  });

/** A file under the path it has in the folder that was chosen. */
export interface UploadFile {
  path: string;
  file: File;
}

export interface NewImport {
  files: readonly UploadFile[];
  format: ImportFormat;
  /** Empty: the lab names it after its files. */
  title: string;
}

/** Sends the files. The same key with the same files gives the first import again. */
export async function uploadImport(
  api: Api,
  { files, format, title }: NewImport,
  options: { key: string; signal: AbortSignal; progress: (sent: number, total: number | null) => void },
): Promise<Import> {
  const form = new FormData();
  form.append("format", format);
  if (title.trim()) form.append("title", title.trim());
  for (const { path, file } of files) form.append("files", file, path);
  const response = await api.sendForm({
    address: `${api.baseUrl}/api/v1/imports`,
    form,
    headers: { "Idempotency-Key": options.key },
    signal: options.signal,
    progress: options.progress,
  });
  return (await response.json()) as Import;
}

export function storeImport(api: Api, ref: string, results: StoredResult[]): Promise<Import> {
  return body(api.POST("/api/v1/imports/{ref}/store", { params: { path: { ref } }, body: { results } }));
}

/** Discards what was only read; of what was stored, removes the runs as well. */
export async function removeImport(api: Api, ref: string): Promise<void> {
  await api.DELETE("/api/v1/imports/{ref}", { params: { path: { ref } } });
}
