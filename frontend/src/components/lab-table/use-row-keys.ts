/** Keys that go through the rows of a table; the link of a row names it, and Enter opens it. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/use-shortcuts";
import { readPreferences } from "@/lib/preferences";
import type { ShortcutMap } from "@/lib/shortcuts";
import { labTable as words } from "@/messages/lab-table";
import type { RowActs } from "./columns";
import type { ItemList } from "./items";

/** In these the space bar and arrows have a meaning of their own. */
const OWN_KEYS = "button, input, select, textarea, summary, [role=separator]";

const NO_ACTS: RowActs = {};

export interface RowKeysOptions {
  scroller: RefObject<HTMLElement | null>;
  list: Pick<ItemList<never>, "indexOf" | "beside">;
  /** Brings a row into sight, where the browser does not know its place. */
  reveal: RefObject<((key: string) => void) | null> | undefined;
  toggle: ((key: string, isRange: boolean) => void) | undefined;
  peek: { shown: string | undefined; change: (key: string | undefined) => void } | undefined;
  acts: RowActs | undefined;
}

export function useRowKeys({ scroller, list, reveal, toggle, peek, acts = NO_ACTS }: RowKeysOptions) {
  const [active, setActive] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  // Runs every time: only a later rendering may draw the target row.
  useLayoutEffect(() => {
    if (!wantsFocus.current || active === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active)}"] a[href]`);
    if (!link) return;
    wantsFocus.current = false;
    reveal?.current?.(active);
    link.focus({ preventScroll: reveal !== undefined });
  });
  const isListed = (key: string) => list.indexOf(key) >= 0;
  const moveBy = (distance: 1 | -1) => {
    const next = list.beside(active, distance);
    if (next === undefined) return;
    wantsFocus.current = true;
    setActive(next);
    if (peek?.shown !== undefined) peek.change(next);
  };
  const togglePeek = () => {
    if (peek && active !== null && isListed(active)) peek.change(peek.shown === active ? undefined : active);
  };
  const select = (isRange: boolean) => {
    if (active !== null && isListed(active)) toggle?.(active, isRange);
  };
  const atRow = ([key, { label, run }]: [string, RowActs[string]]) => {
    const act = () => {
      if (active !== null && isListed(active)) run(active);
    };
    return [key, { label, run: act }] as const;
  };
  useShortcuts({
    ...shortcutsOf({ moveBy, select: toggle && select, togglePeek: peek && togglePeek }),
    ...Object.fromEntries(Object.entries(acts).map(atRow)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && peek?.shown !== undefined) return peek.change(undefined);
    const isInRow = target.closest("[data-row]") !== null && target.closest(OWN_KEYS) === null;
    if (!peek || !isInRow || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && readPreferences().shortcuts) togglePeek();
    else if (event.key === "ArrowDown" && peek.shown !== undefined) moveBy(1);
    else if (event.key === "ArrowUp" && peek.shown !== undefined) moveBy(-1);
    else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

interface Actions {
  moveBy: (distance: 1 | -1) => void;
  select: ((isRange: boolean) => void) | undefined;
  togglePeek: (() => void) | undefined;
}

function shortcutsOf({ moveBy, select, togglePeek }: Actions): ShortcutMap {
  return {
    j: { label: words.keys.j, run: () => moveBy(1) },
    k: { label: words.keys.k, run: () => moveBy(-1) },
    ...(select && {
      x: { label: words.keys.x, run: () => select(false) },
      X: { label: words.keys.shiftX, run: () => select(true) },
    }),
    // Listed with the others; the table itself hears the space bar.
    ...(togglePeek && { Space: { label: words.keys.space, run: togglePeek } }),
  };
}
