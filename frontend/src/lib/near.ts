/**
 * Detection of elements about to become visible: on a phone, content far below waits until the reader scrolls there.
 */
import { type RefObject, useEffect, useState } from "react";

/** A screen as narrow as this is a phone's: its processor and its connection are slow, and its pages long. */
const PHONE = "(max-width: 640px)";

/** Distance ahead of the scroll position at which content loads: it takes its room before it is in sight. */
const AHEAD = "100% 0px";

/** Stays true once it was true; true at once on a wide screen, and for all before the page is printed. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(() => !window.matchMedia?.(PHONE).matches);
  useEffect(() => {
    if (isNear || !place.current) return;
    const come = () => setNear(true);
    const watch = (rootMargin?: string) => {
      const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come(), {
        rootMargin,
      });
      if (place.current) watcher.observe(place.current);
      return watcher;
    };
    let observer = watch();
    // Before the first scroll, only content in sight loads: the reader may need only the first lines.
    const lookAhead = () => {
      observer.disconnect();
      observer = watch(AHEAD);
    };
    window.addEventListener("scroll", lookAhead, { once: true, passive: true });
    window.addEventListener("beforeprint", come);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", lookAhead);
      window.removeEventListener("beforeprint", come);
    };
  }, [isNear, place]);
  return isNear;
}
