/** Live updates of a job page: they read the event stream of a job into the query cache and a list of points. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { followJob } from "@/api/event-stream";
import { jobEventsAddress, jobKey } from "@/api/jobs";
import type { Job, LivePoint, Progress } from "@/api/types";

/** Older points than these have long come back with the stored series, which are read again every few seconds. */
const MAX_STREAMED_POINTS = 300;
/** A live page is drawn at most once a second, points and progress together. */
const DRAW_EVERY_MS = 1_000;
/** Interval in ms while the stream works: a periodic reread only recovers missed events. */
const REREAD_WHEN_STREAMING_MS = 15_000;
const REREAD_OTHERWISE_MS = 2_000;

export interface JobStream {
  points: readonly LivePoint[];
  connection: "opening" | "open" | "broken";
}

/** Open the stream while the job is `live`. When it breaks, read job, run and series every two seconds. */
export function useJobStream(reference: string, live: boolean): JobStream {
  const api = useApi();
  const queryClient = useQueryClient();
  const [points, setPoints] = useState<readonly LivePoint[]>([]);
  const [connection, setConnection] = useState<JobStream["connection"]>("opening");
  const received = useRef<LivePoint[]>([]);
  const progressed = useRef<Progress | null>(null);

  useEffect(() => {
    if (!live) return;
    const close = followJob(api.openStream(jobEventsAddress(api, reference)), {
      state: () => reread(queryClient, reference),
      progress: (progress) => {
        progressed.current = progress;
      },
      point: (point) => received.current.push(point),
      event: () => void queryClient.invalidateQueries({ queryKey: ["runs", "detail"] }),
      connected: (connected) => setConnection(connected ? "open" : "broken"),
    });
    return () => {
      close();
      // The last word on a job that has just ended is read without the stream.
      reread(queryClient, reference);
    };
  }, [api, live, queryClient, reference]);

  useEffect(() => {
    if (!live) return;
    const drawing = window.setInterval(() => {
      const progress = progressed.current;
      progressed.current = null;
      if (progress) queryClient.setQueryData<Job>(jobKey(reference), (job) => (job ? { ...job, progress } : job));
      received.current = received.current.slice(-MAX_STREAMED_POINTS);
      setPoints((drawn) => (drawn.at(-1) === received.current.at(-1) ? drawn : [...received.current]));
    }, DRAW_EVERY_MS);
    return () => window.clearInterval(drawing);
  }, [live, queryClient, reference]);

  useEffect(() => {
    if (!live) return;
    const every = connection === "open" ? REREAD_WHEN_STREAMING_MS : REREAD_OTHERWISE_MS;
    const rereading = window.setInterval(() => reread(queryClient, reference), every);
    return () => window.clearInterval(rereading);
  }, [live, connection, queryClient, reference]);

  return { points, connection };
}

/** Invalidate everything that a job page shows, so that it is read again. */
function reread(queryClient: QueryClient, reference: string): void {
  void queryClient.invalidateQueries({ queryKey: jobKey(reference) });
  void queryClient.invalidateQueries({ queryKey: ["runs", "detail"] });
  void queryClient.invalidateQueries({ queryKey: ["series"] });
}
