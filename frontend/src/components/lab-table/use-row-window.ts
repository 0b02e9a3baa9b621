/** Items of a long table that are drawn: those in sight, a few beyond, and those that the keys lead to. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** A shorter table is drawn whole, so that the browser can search it. */
export const LONG_FROM = 120;
/** One that the server has more rows of cannot be searched as a whole, so that fewer are drawn. */
const LONG_PART_FROM = 50;
const OVERSCAN = 5;

export interface WindowedItem {
  index: number;
  /** Room of items before it that are not drawn, in px. */
  before: number;
}

export interface RowWindowOptions {
  count: number;
  /** True if the server has more rows. */
  hasMore: boolean;
  /** Within the scroller, which is there when it is. */
  body: RefObject<HTMLElement | null>;
  /** Heights in px until the rows are measured. */
  rowHeight: number;
  keyOf: (index: number) => string;
  /** The item that the keys are at; -1 for none. */
  active: number;
}

export function useRowWindow({ count, hasMore, body, rowHeight, keyOf, active }: RowWindowOptions) {
  const isLong = count >= (hasMore ? LONG_PART_FROM : LONG_FROM);
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    enabled: isLong,
    getScrollElement: () => body.current?.closest("section") ?? null,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withActive(range, active),
  });
  if (!isLong) {
    const items = Array.from({ length: count }, (_, index): WindowedItem => ({ index, before: 0 }));
    return { items, after: 0, measure: undefined };
  }
  let end = 0;
  const items = virtualizer.getVirtualItems().map((item): WindowedItem => {
    const before = item.start - end;
    end = item.end;
    return { index: item.index, before };
  });
  return { items, after: virtualizer.getTotalSize() - end, measure: virtualizer.measureElement };
}

/** The focus stays on a row that is scrolled out of sight, and its neighbours remain reachable. */
function withActive(range: Range, active: number): number[] {
  const near = active < 0 ? [] : [active - 1, active, active + 1].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...defaultRangeExtractor(range), ...near])].sort((a, b) => a - b);
}
