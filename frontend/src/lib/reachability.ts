/** Reachability of the lab according to the last call; the offline banner reads it. */
import { useSyncExternalStore } from "react";

/** `unreachableSince` is the time of the last answer before the lab fell silent, or null while it answers. */
export interface Reachability {
  lastAnswerAt: number | null;
  unreachableSince: number | null;
}

export interface ReachabilityStore {
  subscribe: (listener: () => void) => () => void;
  current: () => Reachability;
  answered: () => void;
  silent: () => void;
}

/** A store for one API client. `now` gives milliseconds. */
export function createReachability(now: () => number = Date.now): ReachabilityStore {
  let state: Reachability = { lastAnswerAt: null, unreachableSince: null };
  const listeners = new Set<() => void>();
  const change = (next: Reachability) => {
    const visible = next.unreachableSince !== state.unreachableSince;
    state = visible ? next : Object.assign(state, next);
    if (visible) {
      for (const listener of listeners) listener();
    }
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
    answered: () => change({ lastAnswerAt: now(), unreachableSince: null }),
    silent: () => change({ ...state, unreachableSince: state.unreachableSince ?? state.lastAnswerAt ?? now() }),
  };
}

/** The present state; the component renders again when it changes. */
export function useReachability(store: ReachabilityStore): Reachability {
  return useSyncExternalStore(store.subscribe, store.current);
}
