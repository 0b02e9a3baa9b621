/** Single keys of a page: in force, and listed by the `?` overlay, while the component that names them is there. */
import { useEffect } from "react";
import type { ShortcutMap } from "@/lib/shortcuts";

const registered = new Set<{ current: ShortcutMap }>();

/**
 * Registers `map` (by key, as in `b` or `g r`) until the component goes. Keys act only where somebody is not typing, without
 * modifiers, and not at all when they are switched off in the settings; what ran is announced by its label.
 */
export function useShortcuts(map: ShortcutMap): void {
  useEffect(() => {
    const entry = { current: map };
    registered.add(entry);
    return () => void registered.delete(entry);
  }, [map]);
}

/** The shortcuts of everything on the page; what came last counts where two want one key. */
export function pageShortcuts(): ShortcutMap {
  return Object.assign({}, ...[...registered].map(({ current }) => current)) as ShortcutMap;
}
