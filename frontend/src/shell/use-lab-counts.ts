/** What the navigation counts: one answer of the lab, read after the page and whenever the lab has changed. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { useIntervalInSilence } from "@/api/events";
import { overviewQuery } from "@/api/overview";
import type { Overview } from "@/api/types";
import { useSpareTime } from "@/lib/spare-time";
import type { PageSection } from "./sections";

const REREAD_MS = 30_000;

/** The lab at a glance; undefined until it is known. */
export function useLabOverview(): Overview | undefined {
  const isSpare = useSpareTime();
  return useQuery({ ...overviewQuery(useApi()), enabled: isSpare, refetchInterval: useIntervalInSilence(REREAD_MS) })
    .data;
}

export interface LabCounts {
  measuring: number;
  queued: number;
  entries: Partial<Record<PageSection, number>>;
}

/** A new lab shows only what it came with: results and profiles. */
export function countsOf(overview: Overview | undefined): LabCounts | null {
  if (!overview) return null;
  const { entry_counts, under_way } = overview;
  const { count, waiting_count } = under_way;
  const { runs, profiles } = entry_counts;
  const servers = Object.values(overview.servers.counts).reduce((sum, each) => sum + each, 0);
  return {
    measuring: count,
    queued: waiting_count,
    entries: overview.has_measured ? { ...entry_counts, queue: waiting_count, servers } : { runs, profiles },
  };
}
