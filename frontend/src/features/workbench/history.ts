/** Undo and redo: the states of a workbench, with the present one between them. Pure. */

export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
}

/** Older states are not remembered. */
const MAX_STATES = 100;

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [] });

/**
 * The history once the present state is `next`, however it came to be. A step of the browser to the state before or after the
 * present one undoes or redoes it. States with the same `key` are one step.
 */
export function record<State>(history: History<State>, next: State, key: (state: State) => string): History<State> {
  const { past, present, future } = history;
  const own = key(next);
  const [before, after] = [past.at(-1), future[0]];
  if (own === key(present)) return { past, present: next, future };
  if (before !== undefined && own === key(before)) {
    return { past: past.slice(0, -1), present: next, future: [present, ...future] };
  }
  if (after !== undefined && own === key(after)) {
    return { past: [...past, present], present: next, future: future.slice(1) };
  }
  return { past: [...past, present].slice(-MAX_STATES), present: next, future: [] };
}

export const undone = <State>({ past }: History<State>): State | null => past.at(-1) ?? null;
export const redone = <State>({ future }: History<State>): State | null => future[0] ?? null;
