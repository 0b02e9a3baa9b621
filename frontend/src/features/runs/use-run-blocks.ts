/** The whole list of runs without groups, of which the first page and those that are looked at are there. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useApi } from "@/api/context";
import type { RunRow, RunTablePage, RunTableRequest } from "@/api/run-table";
import { createRunBlocks, type RunBlocks } from "./run-blocks";

const NEVER = () => () => {};
const NOTHING = () => null;

export interface ReadList {
  request: RunTableRequest;
  first: RunTablePage;
  /** Number of runs in the list; null while it is unknown. */
  total: number | null;
}

/** Return the blocks of the list that was read last; null for one of groups. */
export function useRunBlocks(read: ReadList | null): RunBlocks | null {
  const [api, queryClient] = [useApi(), useQueryClient()];
  const held = useRef<RunBlocks>(null);
  if (read && held.current?.id !== JSON.stringify(read.request)) {
    held.current = read.first.groups === null ? createRunBlocks({ queryClient, api, ...read }) : null;
  }
  const { first, total = null } = read ?? {};
  const blocks = held.current;
  useEffect(() => {
    if (first && first.groups === null) blocks?.update(first, total);
  }, [blocks, first, total]);
  return blocks;
}

/** Return the error of the visible rows that could not be read; null if there is none. */
export function useBlocksError(blocks: RunBlocks | null): Error | null {
  return useSyncExternalStore(blocks?.subscribe ?? NEVER, blocks?.error ?? NOTHING);
}

/** All rows that are there, for what depends on all of them; null while nothing does. */
export function useBlockRows(blocks: RunBlocks | null): readonly RunRow[] | null {
  const version = useSyncExternalStore(blocks?.subscribe ?? NEVER, blocks?.version ?? NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of a version stay the same.
  return useMemo(() => blocks?.rows() ?? null, [blocks, version]);
}
