/** Whether something is about to be seen: on a phone, what lies far below waits until somebody goes there. */
import { type RefObject, useEffect, useState } from "react";

/** A screen as narrow as this is a phone's: its processor and its connection are slow, and its pages long. */
const PHONE = "(max-width: 640px)";

/** Stays true once it was true; true at once on a wide screen, and for all before the page is printed. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(() => !window.matchMedia?.(PHONE).matches);
  useEffect(() => {
    if (isNear || !place.current) return;
    const come = () => setNear(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come());
    observer.observe(place.current);
    window.addEventListener("beforeprint", come);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", come);
    };
  }, [isNear, place]);
  return isNear;
}
