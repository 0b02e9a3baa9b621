/** Engines of the servers, and the Vdbench package that the lab installs on them. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { EnginePackage, Page, Server } from "./types";

/** Maximum package size that the lab accepts. */
export const MAX_PACKAGE_BYTES = 32 * 1024 ** 2;
const ADDRESS = "/api/v1/engine-packages/vdbench";

/** Every server with its engines as its last discovery found them. */
export const engineServersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["servers", "engines"],
    queryFn: async ({ signal }): Promise<Server[]> => {
      const servers: Server[] = [];
      let cursor: string | undefined;
      do {
        const page: Page<Server> = await body(
          api.GET("/api/v1/servers", { params: { query: cursor ? { cursor, limit: 200 } : { limit: 200 } }, signal }),
        );
        servers.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return servers;
    },
    refetchInterval: 15_000,
  });

export const enginePackageKey = ["engine-package", "vdbench"] as const;

/** The package of Vdbench; null while the lab has none. Administrators only. */
export const enginePackageQuery = (api: Api) =>
  queryOptions({
    queryKey: enginePackageKey,
    queryFn: async ({ signal }): Promise<EnginePackage | null> => {
      const { items } = await body(api.GET("/api/v1/engine-packages", { signal }));
      return items.find(({ engine }) => engine === "vdbench") ?? null;
    },
  });

/** Gives the lab the zip of a distribution, in place of an earlier one. */
export async function uploadEnginePackage(
  api: Api,
  file: File,
  options: { signal: AbortSignal; progress: (sent: number, total: number | null) => void },
): Promise<EnginePackage> {
  // Some systems call a zip by another name; whether it is one the lab finds out by itself.
  const headers = { "Content-Type": "application/zip" };
  const response = await api.sendForm({
    address: `${api.baseUrl}${ADDRESS}`,
    form: file,
    method: "PUT",
    headers,
    ...options,
  });
  return (await response.json()) as EnginePackage;
}

export async function removeEnginePackage(api: Api): Promise<void> {
  await api.DELETE(ADDRESS);
}
