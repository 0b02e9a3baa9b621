/** Short messages at the corner of every page. What shows them is loaded with the first one. */
import { type ReactNode, useSyncExternalStore } from "react";

export interface ToastMessage {
  /** Event with the name of the item: "3 runs moved to trash". */
  title: string;
  /** One grey line below it. */
  detail?: string;
  /** Takes it back; a button offers it. A rejection is shown in a toast of its own. */
  undo?: () => unknown;
  /** Another button, where nothing is to be taken back. */
  action?: { label: string; run: () => void };
  /** Renders nothing; it closes the message once its content is no longer true. */
  watch?: (close: () => void) => ReactNode;
}

export type ToastTone = "success" | "error";

let isWanted = false;
const listeners = new Set<() => void>();

export const loadToasts = () => import("./toast-layer");

function show(tone: ToastTone, message: ToastMessage): void {
  isWanted = true;
  for (const listener of listeners) listener();
  // A message whose code cannot be loaded is lost; its content is on the page as well.
  loadToasts().then(
    ({ showToast }) => showToast(tone, message),
    () => undefined,
  );
}

export const toast = {
  /** Stays for 5 s, and for 10 s where it can be taken back. */
  success: (message: ToastMessage) => show("success", message),
  /** Show a message that stays until a person closes it. */
  error: (message: ToastMessage) => show("error", message),
};

/** Takes away every message, as when a person signs out. */
export async function clearToasts(): Promise<void> {
  if (isWanted) (await loadToasts()).hideToasts();
}

/** True if there was a message since the page was opened. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => isWanted);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
