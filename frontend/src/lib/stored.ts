/** Small values that this browser stores: for all of its tabs, or for one. */
import { useSyncExternalStore } from "react";

export interface Stored<Value> {
  /** Return the same value until something changes. */
  read: () => Value;
  write: (value: Value) => void;
  /** The component renders again when the value changes, in whichever tab. */
  use: () => Value;
}

/** Create a value under `key` of a storage; `parse` converts any stored content, including null. */
export function createStored<Value>(
  key: string,
  parse: (raw: unknown) => Value,
  storage: () => Storage = () => localStorage,
): Stored<Value> {
  const listeners = new Set<() => void>();
  let cached: { text: string | null; value: Value } = { text: null, value: parse(null) };
  /** The present text while the browser refuses to keep anything. */
  let unkept: string | null = null;

  const text = () => {
    if (unkept !== null) return unkept;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const read = () => {
    const present = text();
    if (present !== cached.text) cached = { text: present, value: parse(fromJSON(present)) };
    return cached.value;
  };
  const write = (value: Value) => {
    const changed = JSON.stringify(value);
    try {
      storage().setItem(key, changed);
      unkept = null;
    } catch {
      unkept = changed;
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  };
  return { read, write, use: () => useSyncExternalStore(subscribe, read) };
}

function fromJSON(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // A text that is no JSON counts as absent.
    return null;
  }
}
