/** Rows of a sparse table that are drawn: those in sight, a few beyond, and those that the keys lead to. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePreferences } from "@/lib/preferences";
import type { SparseRows } from "./columns";
import { placeRows } from "./even-rows";
import { type Drawn, type EvenWindow, followRows } from "./even-window";
import type { ScrollRest } from "./scroll-rest";
import { useStable } from "./use-stable";

/** A shorter list is drawn whole, so that the browser can search it. */
const LONG_FROM = 50;

export interface EvenWindowOptions<Row> {
  rows: SparseRows<Row>;
  body: RefObject<HTMLTableSectionElement | null>;
  rest: ScrollRest;
  /** Height of rows in px until one is measured. */
  rowHeight: number;
  /** Index of the row that the keys are at; -1 for none. */
  active: number;
}

export function useEvenWindow<Row>({ rows, body, rest, rowHeight, active }: EvenWindowOptions<Row>) {
  const count = rows.count();
  const isLong = count >= LONG_FROM;
  const [drawn, draw] = useState<Drawn | null>(null);
  const following = useRef<EvenWindow>(null);
  const isRendering = useRef(false);
  const want = useStable(rows.want);
  const isThere = useStable((index: number) => rows.at(index) !== undefined);
  const { density } = usePreferences();
  /** Acts within a rendering, which draws what follows before it is painted. */
  const render = useStable((act: (window: EvenWindow) => void) => {
    if (!following.current) return;
    isRendering.current = true;
    act(following.current);
    isRendering.current = false;
  });
  useLayoutEffect(() => {
    const scroller = body.current?.closest<HTMLElement>("section");
    if (!scroller || !isLong) return;
    // Rows are painted in the frame of their scroll.
    const show = (next: Drawn) => (isRendering.current ? draw(next) : flushSync(() => draw(next)));
    const window = followRows({ scroller, rest, rowHeight, draw: show, want, isThere });
    following.current = window;
    return () => {
      following.current = null;
      window.end();
    };
  }, [isLong, body, rest, rowHeight, want, isThere]);
  useEffect(() => rows.subscribe(() => following.current?.goOn()), [rows]);
  const shownId = useRef(rows.id);
  useLayoutEffect(() => {
    const isOther = shownId.current !== rows.id;
    shownId.current = rows.id;
    if (isLong) render((window) => window.recount(count, isOther));
  }, [rows.id, count, render, isLong]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: density decides the height.
  useLayoutEffect(() => render((window) => window.measure()), [render, density, drawn === null]);
  const indexes = isLong ? indexesOf(drawn, active, count) : Array.from({ length: count }, (_, index) => index);
  const height = drawn?.rowHeight ?? rowHeight;
  return {
    ...placeRows(
      indexes.filter((index) => rows.at(index) !== undefined),
      { rowHeight: height, rows: count * height, shift: isLong ? (drawn?.shift ?? 0) : 0 },
    ),
    shift: isLong ? (drawn?.shift ?? 0) : 0,
    reveal: (index: number) => render((window) => window.reveal(index)),
  };
}

/** The focus stays on a row that is scrolled out of sight, and its neighbours remain reachable. */
function indexesOf(drawn: Drawn | null, active: number, count: number): number[] {
  const { from, to } = drawn?.made ?? { from: 0, to: 0 };
  const made = Array.from({ length: to - from }, (_, step) => from + step);
  const beside = active < 0 ? [] : [active - 1, active, active + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...made, ...beside])].sort((a, b) => a - b);
}
