/** Visibility of the page: a hidden tab neither draws nor listens. */
import { useSyncExternalStore } from "react";

export function usePageShown(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState !== "hidden");
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
