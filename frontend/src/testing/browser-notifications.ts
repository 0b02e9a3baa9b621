/** Browser that may show notifications, for tests: they are collected, and all requests share the locks. */
import { vi } from "vitest";

export interface ShownNotification {
  title: string;
  options: NotificationOptions;
  click: () => void;
}

interface Held {
  name: string;
  free: () => void;
}

/** Stubs the interfaces of the browser; `vi.unstubAllGlobals` takes them back. */
export function stubNotifications(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const shown: ShownNotification[] = [];
  let requestCount = 0;
  class FakeNotification extends EventTarget {
    static permission = permission;
    static async requestPermission() {
      requestCount += 1;
      FakeNotification.permission = answer;
      return answer;
    }
    constructor(title: string, options: NotificationOptions = {}) {
      super();
      shown.push({ title, options, click: () => this.dispatchEvent(new Event("click")) });
    }
    close() {}
  }
  vi.stubGlobal("Notification", FakeNotification);
  Object.defineProperty(window, "isSecureContext", { value: true, configurable: true });
  return { shown, requestCount: () => requestCount, locks: stubLocks() };
}

/** Locks of other tabs are taken with `hold`. */
function stubLocks() {
  const held: Held[] = [];
  const queue: { name: string; start: () => void }[] = [];
  const next = (name: string) => {
    const waiting = queue.findIndex((entry) => entry.name === name);
    if (waiting >= 0) queue.splice(waiting, 1)[0]?.start();
  };
  const take = (name: string): Held => {
    const entry: Held = { name, free: () => {} };
    held.push(entry);
    entry.free = () => {
      held.splice(held.indexOf(entry), 1);
      next(name);
    };
    return entry;
  };
  const request = (name: string, { mode, signal }: LockOptions, callback: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        const entry = take(name);
        void Promise.resolve(callback()).then(() => {
          entry.free();
          resolve();
        });
      };
      if (mode === "shared" || !held.some((lock) => lock.name === name)) return start();
      const waiting = { name, start };
      queue.push(waiting);
      signal?.addEventListener("abort", () => {
        if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1);
        reject(new DOMException("withdrawn", "AbortError"));
      });
    });
  Object.defineProperty(navigator, "locks", {
    value: { request, query: async () => ({ held: held.map(({ name }) => ({ name })) }) },
    configurable: true,
  });
  return { hold: take, names: () => held.map(({ name }) => name) };
}
