/** Pointer of the reader, shared by all charts of a page with the same quantity along their horizontal axis. */
import type { Along } from "./definition";

/** The value pointed at, or null once nothing is; `source` is the chart that is pointed at. */
type Listener = (value: number | null, source: object) => void;

const listeners = new Map<Along, Set<Listener>>();

export function sharePointer(along: Along, value: number | null, source: object): void {
  for (const listener of listeners.get(along) ?? []) listener(value, source);
}

/** Listens until the function that is returned is called. */
export function watchPointer(along: Along, listener: Listener): () => void {
  const own = listeners.get(along) ?? new Set();
  listeners.set(along, own.add(listener));
  return () => {
    own.delete(listener);
  };
}
