/** What somebody prefers in this browser: kept on this computer, in force in all of its tabs at once. */
import { useSyncExternalStore } from "react";

export interface Preferences {
  /** Whether single keys act (WCAG 2.1.4). */
  shortcuts: boolean;
}

const KEY = "storagelab-preferences";
export const DEFAULTS: Preferences = { shortcuts: true };

const listeners = new Set<() => void>();
let known: { text: string | null; preferences: Preferences } = { text: null, preferences: DEFAULTS };
/** What was chosen while the browser refuses to keep anything. */
let unkept: string | null = null;

/** The same object until something changes. */
export function readPreferences(): Preferences {
  const text = stored();
  if (text !== known.text) known = { text, preferences: parse(text) };
  return known.preferences;
}

export function changePreferences(change: Partial<Preferences>): void {
  const text = JSON.stringify({ ...readPreferences(), ...change });
  try {
    localStorage.setItem(KEY, text);
    unkept = null;
  } catch {
    unkept = text;
  }
  for (const listener of listeners) listener();
}

/** The present preferences; the component renders again when they change, in whichever tab. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function stored(): string | null {
  if (unkept !== null) return unkept;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): Preferences {
  let raw: unknown = null;
  try {
    raw = text === null ? null : JSON.parse(text);
  } catch {
    // What is not understood is as if it were not there.
  }
  const { shortcuts } = (raw ?? {}) as Partial<Preferences>;
  return { shortcuts: typeof shortcuts === "boolean" ? shortcuts : DEFAULTS.shortcuts };
}
