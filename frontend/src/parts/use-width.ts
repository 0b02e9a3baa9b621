/** The width of an element in px, known before the first paint and followed from then on. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Return the width of the element that gets the ref; 0 where nothing can measure. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
