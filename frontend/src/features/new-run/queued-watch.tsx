/**
 * Watcher that closes the message about a queued job once it is no longer queued. It requests nothing: pages and
 * streams update the job.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/api/context";
import { useLabEvents } from "@/api/events";
import { jobQuery } from "@/api/jobs";
import type { Job } from "@/api/types";

export function QueuedWatch({ job, close }: { job: Job; close: () => void }) {
  const { data = job } = useQuery({ ...jobQuery(useApi(), job.number), enabled: false });
  const { runs } = useLabEvents();
  const isQueued = data.state === "queued" && !job.runs.some(({ id }) => runs.has(id));
  useEffect(() => {
    if (!isQueued) close();
  }, [isQueued, close]);
  return null;
}
