/** Colour scheme that a page needs regardless of the preferences of a person: dark on a wall. */
import { useSyncExternalStore } from "react";

type Scheme = "dark" | "light";

let forced: Scheme | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined while a person's own choice counts. */
export const useForcedScheme = (): Scheme | undefined => useSyncExternalStore(subscribe, () => forced);

/** In force until the function that it returns is called. */
export function forceScheme(scheme: Scheme): () => void {
  const set = (next: Scheme | undefined) => {
    forced = next;
    for (const listener of listeners) listener();
  };
  set(scheme);
  return () => set(undefined);
}
