/** Counts of the navigation: one answer of the lab, read after the page and whenever the lab has changed. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { useIntervalInSilence } from "@/api/events";
import { labCountsQuery } from "@/api/overview";
import { useSpareTime } from "@/lib/spare-time";
import type { PageSection } from "./sections";

const REREAD_MS = 30_000;

export interface ShownCounts {
  measuring: number;
  queued: number;
  entries: Partial<Record<PageSection, number>>;
}

/** Null until they are known. A new lab shows only what it came with: results and profiles. */
export function useShownCounts(): ShownCounts | null {
  const isSpare = useSpareTime();
  const refetchInterval = useIntervalInSilence(REREAD_MS);
  const { data: counts } = useQuery({ ...labCountsQuery(useApi()), enabled: isSpare, refetchInterval });
  if (!counts) return null;
  const { has_measured, entry_counts, server_count: servers, waiting_count: queue } = counts;
  const { runs, profiles } = entry_counts;
  return {
    measuring: counts.under_way_count,
    queued: queue,
    entries: has_measured ? { ...entry_counts, queue, servers } : { runs, profiles },
  };
}
