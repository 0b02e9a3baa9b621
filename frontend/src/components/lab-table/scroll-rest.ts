/** Scroll state of a table: pictures and requests wait until it rests. */
import { createContext, useContext, useEffect, useState } from "react";

const REST_MS = 120;

export interface ScrollRest {
  isMoving: () => boolean;
  /** Notes a scroll. */
  move: () => void;
  /** Calls back at the end of each scroll; returns how to end that. */
  onRest: (act: () => void) => () => void;
}

export function createScrollRest(): ScrollRest {
  const acts = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMoved = false;
  const look = () => {
    timer = hasMoved ? setTimeout(look, REST_MS) : undefined;
    hasMoved = false;
    if (timer === undefined) for (const act of [...acts]) act();
  };
  return {
    isMoving: () => timer !== undefined,
    move: () => {
      hasMoved = timer !== undefined;
      timer ??= setTimeout(look, REST_MS);
    },
    onRest: (act) => {
      acts.add(act);
      return () => acts.delete(act);
    },
  };
}

/** Null outside a table, where nothing scrolls. */
export const ScrollRestContext = createContext<ScrollRest | null>(null);

/** Return true if the table has been at rest since the component was made. */
export function useHasRested(): boolean {
  const rest = useContext(ScrollRestContext);
  const [hasRested, setRested] = useState(() => !rest?.isMoving());
  useEffect(() => (hasRested ? undefined : rest?.onRest(() => setRested(true))), [hasRested, rest]);
  return hasRested;
}
