/** The one place that listens for single keys: those of every page, and those that a page has registered. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { usePermissions } from "@/api/permissions";
import { pageShortcuts } from "@/components/use-shortcuts";
import { changePreferences, readPreferences } from "@/lib/preferences";
import { keyOf, type ShortcutMap, step, takesLetters } from "@/lib/shortcuts";
import { shortcuts as words } from "@/messages/shortcuts";
import { setKeyMapOpen, useKeyMapOpen } from "./key-map";
import { openPalette } from "./palette-state";

const ShortcutsOverlay = lazy(() =>
  import("./shortcuts-overlay").then((module) => ({ default: module.ShortcutsOverlay })),
);

/** The second key of two has to follow within this time. */
const PATIENCE_MS = 1500;

export function Shortcuts() {
  const isMapOpen = useKeyMapOpen();
  const [done, setDone] = useState("");
  const everywhere = useEverywhere();
  useKeys(everywhere, setDone);
  useEffect(() => () => setKeyMapOpen(false), []);
  return (
    <>
      <div role="status" className="visually-hidden">
        {done}
      </div>
      {isMapOpen && (
        <Suspense>
          <ShortcutsOverlay everywhere={everywhere} here={pageShortcuts()} close={() => setKeyMapOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useEverywhere(): ShortcutMap {
  const navigate = useNavigate();
  const { operate } = usePermissions();
  const acts: Record<keyof typeof words.keys, (() => void) | null> = {
    "/": focusFilter,
    "?": () => setKeyMapOpen(true),
    n: operate ? () => void navigate({ to: "/new" }) : null,
    "[": () => changePreferences({ rail: !readPreferences().rail }),
    "g h": () => void navigate({ to: "/" }),
    "g r": () => void navigate({ to: "/runs" }),
    "g w": () => void navigate({ to: "/workbench" }),
    "g d": () => void navigate({ to: "/dashboards" }),
    "g p": () => void navigate({ to: "/shares" }),
    "g q": () => void navigate({ to: "/queue" }),
    "g c": () => void navigate({ to: "/campaigns" }),
    "g f": () => void navigate({ to: "/profiles" }),
    "g s": () => void navigate({ to: "/servers" }),
  };
  return Object.fromEntries(
    Object.entries(acts).flatMap(([keys, run]) =>
      run ? [[keys, { label: words.keys[keys as keyof typeof words.keys], run }]] : [],
    ),
  );
}

/** The search field of the page where it has one, else the palette. */
function focusFilter() {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]:not(:disabled)');
  if (!field) return openPalette();
  field.focus();
  field.select();
}

/** A page's own keys come before those of every page. */
function useKeys(everywhere: ShortcutMap, announce: (label: string) => void) {
  const latest = useRef(everywhere);
  latest.current = everywhere;
  const pending = useRef({ keys: "", at: 0 });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key === null || !readPreferences().shortcuts || takesLetters(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const available: ShortcutMap = { ...latest.current, ...pageShortcuts() };
      const before = event.timeStamp - pending.current.at < PATIENCE_MS ? pending.current.keys : "";
      const next = step(Object.keys(available), before, key);
      pending.current = { keys: next.pending, at: event.timeStamp };
      if (next.done === null && next.pending === "") return;
      event.preventDefault();
      const shortcut = next.done === null ? undefined : available[next.done];
      if (!shortcut) return;
      announce(shortcut.label);
      shortcut.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [announce]);
}
