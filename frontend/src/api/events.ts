/** The live stream of the lab: which parts of it changed, and how far the runs at work are. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { campaignDetails, campaignLists } from "./campaigns";
import type { Api } from "./client";
import { useApi } from "./context";
import type { StreamSource } from "./event-stream";
import { labKey } from "./lab";
import { noticesKey } from "./notices";
import { overviewKey } from "./overview";
import type { RunMessage } from "./types";

/** Values change in place at most once a second. */
const SHOW_EVERY_MS = 1_000;
/** A stream ends now and then by itself and comes back within seconds. */
const PATIENCE_MS = 5_000;
const REOPEN_MS = 5_000;
/** Closed state of an EventSource: it does not reconnect by itself. */
const CLOSED = 2;
export const MAX_SAMPLES = 600;

/** IOPS at a time on the axis of a run. */
export interface LiveSample {
  at_ms: number;
  iops: number | null;
}

export interface LiveRun {
  message: RunMessage;
  /** Samples of the present phase since the stream was opened. */
  samples: readonly LiveSample[];
}

export interface LabEvents {
  /** Runs at work by their ids. */
  runs: ReadonlyMap<string, LiveRun>;
  /** When the last values came, in ms, once the stream is interrupted; null while it works. */
  silentSince: number | null;
}

interface LabHandlers {
  run: (message: RunMessage) => void;
  changed: (parts: readonly string[]) => void;
  notice: () => void;
  connected: (connected: boolean) => void;
}

/** Hands the messages of the stream on; the returned function closes it. */
export function followLab(source: StreamSource, { run, changed, notice, connected }: LabHandlers): () => void {
  const on = <T>(name: string, handle: (data: T) => void) =>
    source.addEventListener(name, (message) => {
      connected(true);
      handle(JSON.parse(message.data) as T);
    });
  source.addEventListener("open", () => connected(true));
  source.addEventListener("error", () => connected(false));
  on("run_progress", run);
  on<{ changed: readonly string[] }>("state_changed", (data) => changed(data.changed));
  on("notice", notice);
  return () => source.close();
}

export function labEventsAddress(api: Api): string {
  return `${api.baseUrl}/api/v1/events`;
}

const NOTHING: LabEvents = { runs: new Map(), silentSince: null };

/** All parts of a page share one stream; its holder is LabStream. */
export const LabEventsContext = createContext(NOTHING);
export const StreamSilenceContext = createContext(false);

/** Return how far the runs at work are; the component renders again with each message. */
export function useLabEvents(): LabEvents {
  return useContext(LabEventsContext);
}

/**
 * Return an interval in ms while the stream is interrupted, else false. It is for polling the data that the stream
 * otherwise keeps fresh.
 */
export function useIntervalInSilence(ms: number): number | false {
  return useContext(StreamSilenceContext) ? ms : false;
}

/** Keep overview and notices fresh while the stream is open. */
export function useLabStream(isOpen: boolean): LabEvents {
  const api = useApi();
  const queryClient = useQueryClient();
  const [events, setEvents] = useState(NOTHING);
  useEffect(() => (isOpen ? keepOpen(api, queryClient, setEvents) : undefined), [isOpen, api, queryClient]);
  return events;
}

type ChangeEvents = (change: (events: LabEvents) => LabEvents) => void;

/** Opens the stream, again where it was closed for good; the returned function ends it. */
function keepOpen(api: Api, queryClient: QueryClient, change: ChangeEvents): () => void {
  let waiting: RunMessage[] = [];
  let heardAt = Date.now();
  let hasMissed = false;
  let isNew = true;
  let reopening: number | undefined;
  let close = () => {};
  const open = () => {
    const source = api.openStream(labEventsAddress(api));
    close = followLab(source, {
      run: (message) => waiting.push(message),
      changed: (parts) => refresh(queryClient, parts),
      notice: () => void queryClient.invalidateQueries({ queryKey: noticesKey }),
      connected: (connected) => {
        if (!connected) {
          hasMissed = true;
          if (source.readyState === CLOSED) reopening = window.setTimeout(open, REOPEN_MS);
          return;
        }
        heardAt = Date.now();
        if (hasMissed) refresh(queryClient, []);
        else if (isNew) rereadOld(queryClient);
        hasMissed = false;
        isNew = false;
      },
    });
  };
  const showing = window.setInterval(() => {
    const [messages, now] = [waiting, Date.now()];
    waiting = [];
    // A working stream may be silent for long.
    if (!hasMissed) heardAt = now;
    change((events) => withMessages(events, messages, now - heardAt > PATIENCE_MS ? heardAt : null));
  }, SHOW_EVERY_MS);
  open();
  return () => {
    close();
    window.clearTimeout(reopening);
    window.clearInterval(showing);
  };
}

/** Read the data of a change again; a missed change may have produced notices. */
function refresh(queryClient: QueryClient, parts: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey: overviewKey });
  for (const queryKey of [campaignDetails, campaignLists]) void queryClient.invalidateQueries({ queryKey });
  if (parts.length === 0) void queryClient.invalidateQueries({ queryKey: noticesKey });
  if (parts.includes("lab")) void queryClient.invalidateQueries({ queryKey: labKey });
}

/** Read stale data again: a newly opened stream does not report earlier changes. */
function rereadOld(queryClient: QueryClient): void {
  for (const queryKey of [overviewKey, noticesKey])
    void queryClient.refetchQueries({ queryKey, type: "active", stale: true });
}

/** Return the events with these messages; the same ones where nothing is new. */
export function withMessages(
  events: LabEvents,
  messages: readonly RunMessage[],
  silentSince: number | null,
): LabEvents {
  if (messages.length === 0 && silentSince === events.silentSince) return events;
  const runs = new Map(events.runs);
  for (const message of messages) {
    runs.set(message.run_id, { message, samples: samplesWith(runs.get(message.run_id), message) });
  }
  return { runs, silentSince };
}

function samplesWith(before: LiveRun | undefined, { live }: RunMessage): readonly LiveSample[] {
  const isSamePhase = before?.message.live?.phase_ordinal === live?.phase_ordinal;
  const samples = isSamePhase ? (before?.samples ?? []) : [];
  if (!live || live.at_ms <= (samples.at(-1)?.at_ms ?? -1)) return samples;
  return [...samples, { at_ms: live.at_ms, iops: live.iops }].slice(-MAX_SAMPLES);
}
