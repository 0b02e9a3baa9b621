/** Permission of this browser to show notifications; it is requested only on a click. */
import { useSyncExternalStore } from "react";

/** Browsers have no notifications on pages that come over plain HTTP from another machine. */
export type ShownPermission = NotificationPermission | "unsupported";

const listeners = new Set<() => void>();

export function readNotificationPermission(): ShownPermission {
  return typeof Notification === "undefined" || !window.isSecureContext ? "unsupported" : Notification.permission;
}

/** Request the permission unless the person has answered before; must be called during a click handler. */
export async function requestNotificationPermission(): Promise<ShownPermission> {
  if (readNotificationPermission() === "default") {
    await Notification.requestPermission().catch(() => undefined);
    for (const listener of listeners) listener();
  }
  return readNotificationPermission();
}

/** The present permission; what a person changes in the settings of the browser is seen when they come back. */
export function useNotificationPermission(): ShownPermission {
  return useSyncExternalStore(subscribe, readNotificationPermission);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
