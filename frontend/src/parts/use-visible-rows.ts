/** The rows of a long list that are in sight of the window; those before and after them are room alone. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useSpareTime } from "@/lib/spare-time";

/** Fewer rows are all drawn. */
const MANY = 60;
/** Rows beside those in sight: a few at first, so that the page is painted soon, then enough to scroll by. */
const [FIRST_OVERSCAN, OVERSCAN] = [2, 12];

export interface VisibleRows<Item, E extends HTMLElement> {
  /** Ref of the element that contains all rows. */
  ref: RefObject<E | null>;
  items: readonly Item[];
  /** Index of the first of them. */
  first: number;
  /** Height of the rows before and after them, in px. */
  before: number;
  after: number;
}

/** Return the rows in sight, all of one height; all of them where there are few. */
export function useVisibleRows<Item, E extends HTMLElement>(
  rows: readonly Item[],
  height: number,
): VisibleRows<Item, E> {
  const ref = useRef<E>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (ref.current) setOffset(ref.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const isMany = rows.length > MANY;
  const isSpare = useSpareTime();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: isSpare ? OVERSCAN : FIRST_OVERSCAN,
    scrollMargin: offset,
    enabled: isMany,
  });
  if (!isMany) return { ref, items: rows, first: 0, before: 0, after: 0 };
  const visible = virtualizer.getVirtualItems();
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? -1];
  return {
    ref,
    items: rows.slice(first, last + 1),
    first,
    before: first * height,
    after: (rows.length - last - 1) * height,
  };
}
