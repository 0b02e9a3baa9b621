/** Keeps addresses short: a document that one has no room for is stored, and the address has its digest. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useApi } from "@/api/context";
import type { WorkbenchDocument as SentDocument } from "@/api/types";
import { storedWorkbenchQuery, storeWorkbench } from "@/api/workbenches";
import { readWorkbench, type WorkbenchSearch, writeWorkbench } from "./address";
import { drawnDocument } from "./document";
import type { Go } from "./use-workbench";

/** Some programs cut longer addresses. */
export const MAX_CHARACTERS = 6000;
/** While somebody still zooms or types, nothing is stored. */
const SETTLED_MS = 300;

const isLong = (search: WorkbenchSearch): boolean =>
  new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString().length >
  MAX_CHARACTERS;

export interface StoredAddress {
  /** The document of the address in its long form; null while it is on its way. */
  search: WorkbenchSearch | null;
  failed: { error: unknown; retry: () => void } | null;
}

/** Keep `go` stable. */
export function useStoredAddress(search: WorkbenchSearch, go: Go): StoredAddress {
  const api = useApi();
  const client = useQueryClient();
  const { view } = search;
  const stored = useQuery({ ...storedWorkbenchQuery(api, view ?? ""), enabled: view !== undefined });
  const long = isLong(search) ? JSON.stringify(search) : null;
  useEffect(() => {
    if (long === null) return;
    const { panels, ...workbench } = readWorkbench(JSON.parse(long) as WorkbenchSearch);
    if (!panels) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      storeWorkbench(api, { ...workbench, panels } as unknown as SentDocument)
        .then((answer) => {
          if (!isCurrent) return;
          client.setQueryData(storedWorkbenchQuery(api, answer.digest).queryKey, answer);
          go({ view: answer.digest }, { replace: true });
        })
        // The long address says the same.
        .catch(() => undefined);
    }, SETTLED_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, client, go, long]);
  const found = stored.data;
  const opened = useMemo(() => (found ? writeWorkbench(drawnDocument(found.document).document) : null), [found]);
  const failed = view !== undefined && stored.error ? stored : null;
  return {
    search: view === undefined ? search : opened,
    failed: failed && { error: failed.error, retry: () => void failed.refetch() },
  };
}
