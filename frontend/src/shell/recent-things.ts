/** The things whose pages were opened last in this browser, for the palette. */
import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { createStored } from "@/lib/stored";

export interface RecentThing {
  path: string;
  name: string;
}

const MAX_THINGS = 8;

const stored = createStored("storagelab-recent", (raw): readonly RecentThing[] =>
  Array.isArray(raw) ? raw.filter(isThing).slice(0, MAX_THINGS) : [],
);

export const readRecentThings = stored.read;

export function clearRecentThings(): void {
  stored.write([]);
}

/** Remember the page that is shown, by the name in the top bar; null for a page without a subject. */
export function useRememberThing(name: string | null): void {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? "" });
  useEffect(() => {
    if (!name || path === "") return;
    stored.write([{ path, name }, ...readRecentThings().filter((thing) => thing.path !== path)].slice(0, MAX_THINGS));
  }, [name, path]);
}

function isThing(raw: unknown): raw is RecentThing {
  const { path, name } = (raw ?? {}) as Partial<RecentThing>;
  return typeof path === "string" && path.startsWith("/") && typeof name === "string";
}
