/** State of the map of keys: a key, the palette and the help can open it. */
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

export function setKeyMapOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function useKeyMapOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
