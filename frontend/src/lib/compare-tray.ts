/**
 * The runs that somebody is gathering for a comparison, on whatever page they are found.
 *
 * They are kept in the session of this tab and not in the address: a person walks from lists to runs to the search by
 * links that know nothing of a comparison, and two tabs gather two comparisons. Once they are compared they stand in the
 * address of that page, which can be sent to a colleague.
 */
import { useSyncExternalStore } from "react";
import { MOST_RUNS, readRunList, writeRunList } from "./run-list";

const KEY = "storagelab-comparison";
const NOTHING: readonly string[] = [];

const listeners = new Set<() => void>();
let known: { text: string | null; runs: readonly string[] } = { text: null, runs: NOTHING };
/** What was gathered while the browser refuses to keep anything. */
let unkept: string | null = null;

/** The same list until something changes. */
export function readTray(): readonly string[] {
  const text = stored();
  if (text !== known.text) known = { text, runs: text ? readRunList(text) : NOTHING };
  return known.runs;
}

export function writeTray(runs: readonly string[]): void {
  const text = writeRunList(runs) ?? "";
  try {
    sessionStorage.setItem(KEY, text);
    unkept = null;
  } catch {
    unkept = text;
  }
  for (const listener of listeners) listener();
}

/** Adds or removes one; a full tray takes no more. */
export function toggleInTray(run: string): void {
  const runs = readTray();
  if (runs.includes(run)) writeTray(runs.filter((other) => other !== run));
  else if (runs.length < MOST_RUNS) writeTray([...runs, run]);
}

/** The runs in the tray; the component renders again when they change. */
export function useTray(): readonly string[] {
  return useSyncExternalStore(subscribe, readTray);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function stored(): string | null {
  if (unkept !== null) return unkept;
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
