/** Single keys of a page: in force, and listed by the `?` overlay, while the component that names them is there. */
import { useEffect } from "react";
import type { ShortcutMap } from "@/lib/shortcuts";

const registered = new Set<{ current: ShortcutMap }>();

/**
 * Register `map` (by key, as in `b` or `g r`) until the component is unmounted. Keys act only outside typing, without
 * modifiers, and not at all when they are switched off in the settings. An executed shortcut is announced by its label.
 */
export function useShortcuts(map: ShortcutMap): void {
  useEffect(() => {
    const entry = { current: map };
    registered.add(entry);
    return () => void registered.delete(entry);
  }, [map]);
}

/** Return the shortcuts of the whole page; the latest registration wins where two use one key. */
export function pageShortcuts(): ShortcutMap {
  return Object.assign({}, ...[...registered].map(({ current }) => current)) as ShortcutMap;
}
