/** The one place that listens for single keys: those of every page, and those that a page has registered. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { usePermissions } from "@/api/permissions";
import { pageShortcuts } from "@/components/use-shortcuts";
import { readPreferences } from "@/lib/preferences";
import { keyOf, type ShortcutMap, step, takesLetters } from "@/lib/shortcuts";
import { shortcuts as words } from "@/messages/shortcuts";

const ShortcutsOverlay = lazy(() =>
  import("./shortcuts-overlay").then((module) => ({ default: module.ShortcutsOverlay })),
);

/** The second key of two has to follow within this time. */
const PATIENCE_MS = 1500;

export function Shortcuts() {
  const [shown, setShown] = useState<{ everywhere: ShortcutMap; here: ShortcutMap } | null>(null);
  const [done, setDone] = useState("");
  const everywhere = useEverywhere(() => setShown({ everywhere, here: pageShortcuts() }));
  useKeys(everywhere, setDone);
  return (
    <>
      <div role="status" className="visually-hidden">
        {done}
      </div>
      {shown && (
        <Suspense>
          <ShortcutsOverlay {...shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

function useEverywhere(showHelp: () => void): ShortcutMap {
  const navigate = useNavigate();
  const { operate } = usePermissions();
  const go = (to: "/" | "/runs" | "/compare" | "/jobs" | "/queue" | "/inventory" | "/profiles" | "/jobs/new") => () =>
    void navigate({ to });
  const acts: Record<keyof typeof words.keys, (() => void) | null> = {
    "/": focusSearch,
    "?": showHelp,
    n: operate ? go("/jobs/new") : null,
    "g o": go("/"),
    "g r": go("/runs"),
    "g c": go("/compare"),
    "g j": go("/jobs"),
    "g q": go("/queue"),
    "g i": go("/inventory"),
    "g p": go("/profiles"),
  };
  return Object.fromEntries(
    Object.entries(acts).flatMap(([keys, run]) =>
      run ? [[keys, { label: words.keys[keys as keyof typeof words.keys], run }]] : [],
    ),
  );
}

function focusSearch() {
  const box = document.querySelector<HTMLInputElement>("#search-box");
  box?.focus();
  box?.select();
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
      const known: ShortcutMap = { ...latest.current, ...pageShortcuts() };
      const before = event.timeStamp - pending.current.at < PATIENCE_MS ? pending.current.keys : "";
      const next = step(Object.keys(known), before, key);
      pending.current = { keys: next.pending, at: event.timeStamp };
      if (next.done === null && next.pending === "") return;
      event.preventDefault();
      const shortcut = next.done === null ? undefined : known[next.done];
      if (!shortcut) return;
      announce(shortcut.label);
      shortcut.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [announce]);
}
