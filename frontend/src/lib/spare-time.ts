/** Idle state of the browser: content that is read last waits for content that is read first. */
import { useEffect, useState } from "react";

/** A browser that is never free gets to it after so long all the same. */
const PATIENCE_MS = 2_000;

/** False at first, true from then on. */
export function useSpareTime(): boolean {
  const [isSpare, setSpare] = useState(false);
  useEffect(() => {
    const come = () => setSpare(true);
    // Not every browser reports idle time: there the next task must be enough.
    if (!window.requestIdleCallback) {
      const waiting = window.setTimeout(come, 0);
      return () => window.clearTimeout(waiting);
    }
    const waiting = window.requestIdleCallback(come, { timeout: PATIENCE_MS });
    return () => window.cancelIdleCallback(waiting);
  }, []);
  return isSpare;
}
