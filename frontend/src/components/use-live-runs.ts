/** Running runs, with the events of the lab's stream since the lab was read. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLabEvents } from "@/api/events";
import { overviewKey } from "@/api/overview";
import type { Overview, RunUnderWay } from "@/api/types";
import { hasMovedOn, liveRuns } from "./live-runs";

const NO_RUNS: readonly RunUnderWay[] = [];

/** None while the lab is being read; it is read again once a run is in another phase. */
export function useLiveRuns(overview: Overview | undefined): readonly RunUnderWay[] {
  const queryClient = useQueryClient();
  const events = useLabEvents();
  const isOld = overview !== undefined && hasMovedOn(overview, events);
  useEffect(() => {
    if (isOld) void queryClient.invalidateQueries({ queryKey: overviewKey });
  }, [isOld, queryClient]);
  return overview ? liveRuns(overview, events) : NO_RUNS;
}
