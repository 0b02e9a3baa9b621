/** Number of factor chips that fit on the bar in one line. */
import { type RefObject, useLayoutEffect, useState } from "react";

const GAP = 6;
/** Word before the chips, and the chip that lists further factors. */
const LEAD = 48;
const FURTHER = 78;
const PADDING = 25;
const LETTER = 6.8;
const MAX_CHIP = 260;
/** Width in px that makes a few letters of a value readable enough to identify it. */
const MIN_VALUES = 56;
/** An icon, or how many more values there are. */
const MARK = 25;

export interface ChipText {
  label: string;
  values: string;
  /** Number of marks beside the values. */
  marks: number;
}

/** Return the width in px that a chip needs to be readable: its whole label and the beginning of its values. */
export function chipWidth({ label, values, marks }: ChipText): number {
  const own = PADDING + label.length * LETTER + Math.min(values.length * LETTER, MIN_VALUES) + marks * MARK;
  return Math.min(own, MAX_CHIP);
}

/** `room` is null before the bar was measured. Labels are whole; values give way as far as they can be read. */
export function fittingChips(texts: readonly ChipText[], room: number | null): number {
  if (room === null) return Math.min(texts.length, 2);
  const widths = texts.map((text) => chipWidth(text) + GAP);
  let [count, left] = [0, room - LEAD];
  for (const [place, width] of widths.entries()) {
    left -= width;
    const isLast = place === widths.length - 1;
    if (left < (isLast ? 0 : FURTHER)) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** The width that a bar leaves for one of its parts; null until it is measured. */
export function useRoom(bar: RefObject<HTMLElement | null>, part: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd, flexWrap } = getComputedStyle(element);
      const others = [...element.children].filter((child) => child !== part.current);
      const widthOf = (child: Element) =>
        child.hasAttribute("data-filler") ? 0 : child.getBoundingClientRect().width + GAP;
      // On a bar with several lines, this part has its own line.
      const taken = flexWrap === "wrap" ? 0 : others.reduce((sum, child) => sum + widthOf(child), 0);
      const inner = element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      setRoom(Math.floor(inner - taken));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return room;
}
