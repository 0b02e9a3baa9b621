/** Follows a scroller of rows of equal height: which of them are near those in sight, and which are made already. */
import { bodyHeight, type Extent, nextFilled, type Place, placeAt, type Span, scrollTo } from "./even-rows";
import type { ScrollRest } from "./scroll-rest";

const OVERSCAN = 4;
/** Rows that are made in one frame. */
const MADE_IN_A_FRAME = 6;
/** Frames without a scroll, after which rows are made where a long one ended. */
const QUIET_FRAMES = 2;
/** Rows around those near, which are read with them. */
const READ_AROUND = 20;
/** Interval at which rows are read during scrolling. */
const READ_MS = 150;

export interface Drawn {
  near: Span;
  made: Span;
  /** Distance of rows above their place among all rows, in px. */
  shift: number;
  rowHeight: number;
}

export interface EvenWindowOptions {
  scroller: HTMLElement;
  rest: ScrollRest;
  rowHeight: number;
  draw: (drawn: Drawn) => void;
  want: (from: number, to: number) => void;
  isThere: (index: number) => boolean;
}

export type EvenWindow = ReturnType<typeof followRows>;

export function followRows({ scroller, rest, draw, want, isThere, ...given }: EvenWindowOptions) {
  let { rowHeight } = given;
  let count = 0;
  let place: Place = { top: 0, scrolled: 0 };
  let drawn: Drawn | null = null;
  let frame = 0;
  let quiet = QUIET_FRAMES;
  let read = { at: 0, top: 0 };

  const extent = (): Extent => {
    const view = scroller.clientHeight;
    return { rows: count * rowHeight, view, max: Math.max(0, scroller.scrollHeight - view) };
  };
  const near = (): Span => {
    const shift = place.top - place.scrolled;
    const from = Math.floor(place.top / rowHeight) - OVERSCAN;
    const to = Math.ceil((place.top + scroller.clientHeight) / rowHeight) + OVERSCAN;
    return { from: Math.max(from, 0, Math.ceil(shift / rowHeight)), to: Math.min(to, count) };
  };
  const wantRows = () => {
    const { from, to } = near();
    read = { at: performance.now(), top: place.top };
    want(Math.max(0, from - READ_AROUND), Math.min(count, to + READ_AROUND));
  };
  const show = (step: number) => {
    const span = trim(near(), isThere);
    const made = nextFilled(drawn?.made ?? { from: 0, to: 0 }, span, step);
    const next = { near: span, made, shift: place.top - place.scrolled, rowHeight };
    const isSame = drawn !== null && isEqual(drawn, next);
    drawn = next;
    if (!isSame) draw(next);
    if (made.to - made.from < span.to - span.from) frame ||= requestAnimationFrame(goOn);
  };
  const goOn = () => {
    frame = 0;
    quiet += 1;
    show(quiet > QUIET_FRAMES ? MADE_IN_A_FRAME : 0);
  };
  const follow = () => {
    if (scroller.scrollTop === place.scrolled) return;
    rest.move();
    const before = place.top;
    const [all, { scrollTop }] = [extent(), scroller];
    place = scrollTo(all, place, scrollTop);
    const isLong = Math.abs(place.top - before) > all.view;
    quiet = isLong ? 0 : QUIET_FRAMES;
    show(isLong ? 0 : MADE_IN_A_FRAME);
    if (performance.now() - read.at < READ_MS) return;
    if (Math.abs(place.top - read.top) < all.view) wantRows();
    else read = { at: performance.now(), top: place.top };
  };
  const settle = () => {
    goTo(place.top);
    wantRows();
  };
  /** Goes to a place among all rows, with the bar of the scroller at its share. */
  const goTo = (top: number) => {
    place = placeAt(extent(), top);
    quiet = QUIET_FRAMES;
    show(MADE_IN_A_FRAME);
    if (Math.abs(scroller.scrollTop - place.scrolled) >= 1) scroller.scrollTop = place.scrolled;
    place.scrolled = scroller.scrollTop;
  };

  const observer = new ResizeObserver(() => show(Number.POSITIVE_INFINITY));
  observer.observe(scroller);
  scroller.addEventListener("scroll", follow, { passive: true });
  const endRest = rest.onRest(settle);
  return {
    /** Shows this number of rows; another list starts at its first row. */
    recount: (next: number, isOther: boolean) => {
      count = next;
      if (isOther) {
        place = { top: 0, scrolled: 0 };
        scroller.scrollTop = 0;
      }
      show(Number.POSITIVE_INFINITY);
      wantRows();
    },
    /** Takes the height of a row that is drawn. */
    measure: () => {
      const height = scroller.querySelector<HTMLElement>("tr[data-row]")?.offsetHeight ?? 0;
      if (height === 0 || height === rowHeight) return;
      place.top *= height / rowHeight;
      rowHeight = height;
      show(Number.POSITIVE_INFINITY);
      // The bar follows when the rows are drawn with that height.
      rest.move();
    },
    /** Brings a row into sight, as far as it has to go. */
    reveal: (index: number) => {
      const { view, max, rows } = extent();
      const head = scroller.querySelector("thead")?.offsetHeight ?? 0;
      const foot = Number.parseFloat(getComputedStyle(scroller).scrollPaddingBottom) || 0;
      const top = index * rowHeight;
      const minTop = top + rowHeight + head + foot - view;
      const to = Math.min(Math.max(place.top, minTop), top, max + rows - bodyHeight(rows));
      if (to !== place.top) goTo(to);
    },
    /** Makes rows that have come, as any others. */
    goOn: () => {
      frame ||= requestAnimationFrame(goOn);
    },
    end: () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", follow);
      endRest();
      cancelAnimationFrame(frame);
    },
  };
}

/** Return the span without what is missing at its ends. */
function trim({ from, to }: Span, isThere: (index: number) => boolean): Span {
  let [first, end] = [from, to];
  while (first < end && !isThere(first)) first += 1;
  while (end > first && !isThere(end - 1)) end -= 1;
  return { from: first, to: end };
}

function isEqual(one: Drawn, other: Drawn): boolean {
  const numbers = ({ near, made, shift, rowHeight }: Drawn) => [
    near.from,
    near.to,
    made.from,
    made.to,
    shift,
    rowHeight,
  ];
  return numbers(one).every((number, at) => number === numbers(other)[at]);
}
