/** State of the palette, open or closed, and its text: anything on a page can open it. */
import { useSyncExternalStore } from "react";

export interface PaletteRequest {
  /** The words it opens with. */
  q: string;
}

let request: PaletteRequest | null = null;
const listeners = new Set<() => void>();

const set = (next: PaletteRequest | null) => {
  request = next;
  for (const listener of listeners) listener();
};

export const openPalette = (q = "") => set({ q });
export const closePalette = () => set(null);

/** Its code is loaded with the first use. */
export const loadPalette = () => import("./palette-dialog");

/** Load the palette when a person is about to open it. */
export function preloadPalette(): void {
  loadPalette().catch(() => undefined);
}

export function usePaletteRequest(): PaletteRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
