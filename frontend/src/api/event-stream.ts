/** The live stream of a job: named server-sent events, with a note when it breaks so that a page can poll instead. */
import type { JobEvent, LivePoint, Progress } from "./types";

export interface StreamHandlers {
  state: () => void;
  progress: (progress: Progress) => void;
  point: (point: LivePoint) => void;
  event: (event: JobEvent) => void;
  /** true while messages arrive, false while the stream is broken. */
  connected: (connected: boolean) => void;
}

/** Part of an EventSource that this module uses. */
export interface StreamSource {
  addEventListener: (name: string, listener: (message: MessageEvent<string>) => void) => void;
  close: () => void;
  /** 2 when it is closed and does not come back by itself. */
  readonly readyState?: number;
}

/** Hands the messages of a stream on; the returned function closes it. An EventSource reconnects by itself. */
export function followJob(source: StreamSource, handlers: StreamHandlers): () => void {
  const on = <T>(name: string, handle: (data: T) => void) =>
    source.addEventListener(name, (message) => {
      handlers.connected(true);
      handle(JSON.parse(message.data) as T);
    });
  source.addEventListener("open", () => handlers.connected(true));
  source.addEventListener("error", () => handlers.connected(false));
  on<unknown>("state", () => handlers.state());
  on<Progress>("progress", handlers.progress);
  on<LivePoint>("point", handlers.point);
  on<JobEvent>("event", handlers.event);
  return () => source.close();
}
