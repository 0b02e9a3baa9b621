/** Short addresses: a document that does not fit is stored, and the address has its digest. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useApi } from "@/api/context";
import { storedWorkbenchQuery, storeWorkbench } from "@/api/workbenches";
import { sentDocument, type WorkbenchDocument } from "@/charts/workbench/document";
import { readLeft, readWorkbench, type WorkbenchSearch, writeWorkbench } from "./address";
import type { Go } from "./use-workbench";

/** Some programs cut longer addresses. */
export const MAX_CHARACTERS = 6000;
/** Nothing is stored during zooming or typing. */
const SETTLED_MS = 300;

const isLong = (search: WorkbenchSearch): boolean =>
  new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString().length >
  MAX_CHARACTERS;

/** In a picture a longer one is no use. */
const MAX_PICTURE_CHARACTERS = 300;

/** A stable function that gives an address of the workbench which is short enough for a picture. */
export function usePictureAddress(workbench: WorkbenchDocument | null): () => Promise<string> {
  const api = useApi();
  const latest = useRef(workbench);
  useEffect(() => {
    latest.current = workbench;
  });
  return useCallback(async () => {
    const { origin, pathname, search } = window.location;
    const address = `${origin}${pathname}`;
    if (search.length <= MAX_PICTURE_CHARACTERS || !latest.current) return `${address}${search}`;
    const { digest } = await storeWorkbench(api, sentDocument(latest.current));
    return `${address}?view=${digest}`;
  }, [api]);
}

export interface StoredAddress {
  /** The document of the address in its long form; null while it is on its way. */
  search: WorkbenchSearch | null;
  failed: { error: unknown; retry: () => void } | null;
}

/** Keep `go` stable. */
export function useStoredAddress(search: WorkbenchSearch, go: Go): StoredAddress {
  const api = useApi();
  const client = useQueryClient();
  const { view, left } = search;
  const stored = useQuery({ ...storedWorkbenchQuery(api, view ?? ""), enabled: view !== undefined });
  const long = isLong(search) ? JSON.stringify(search) : null;
  useEffect(() => {
    if (long === null) return;
    const { panels, ...workbench } = readWorkbench(JSON.parse(long) as WorkbenchSearch);
    if (!panels) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      storeWorkbench(api, sentDocument({ ...workbench, panels }))
        .then((answer) => {
          if (!isCurrent) return;
          client.setQueryData(storedWorkbenchQuery(api, answer.digest).queryKey, answer);
          go({ view: answer.digest, ...readLeft({ left }) }, { replace: true });
        })
        // The long address says the same.
        .catch(() => undefined);
    }, SETTLED_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, client, go, long, left]);
  const storedView = stored.data;
  const opened = useMemo(
    () => (storedView ? { ...writeWorkbench(storedView.document), ...readLeft({ left }) } : null),
    [storedView, left],
  );
  const failed = view !== undefined && stored.error ? stored : null;
  return {
    search: view === undefined ? search : opened,
    failed: failed && { error: failed.error, retry: () => void failed.refetch() },
  };
}
