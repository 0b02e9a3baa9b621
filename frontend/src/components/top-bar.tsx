/** Places in the top bar that a page fills: its name, badge, tabs and actions. */
import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { createPortal } from "react-dom";

/** From left to right: beside the name, after it, before the primary action, and that action. */
export const TOP_BAR_PLACES = ["badge", "tabs", "actions", "primary"] as const;
export type TopBarPlace = (typeof TOP_BAR_PLACES)[number];

export interface TopBar {
  /** A place that is missing has no room at this width: its content stays on the page. */
  places: Readonly<Partial<Record<TopBarPlace, HTMLElement>>>;
  /** True if the page belongs to no single thing: its title is alone in the bar. */
  isGeneral: boolean;
  /** Null while no page is there; empty for a page that has no name. */
  setName: (name: string | null) => void;
}

export const TopBarContext = createContext<TopBar | null>(null);

/** Puts its children into the top bar, or leaves them where they are. */
export function InTopBar({ place, children }: { place: TopBarPlace; children: ReactNode }) {
  const target = useContext(TopBarContext)?.places[place];
  return target ? createPortal(children, target) : children;
}

/** Return true if a place of the bar is available for its content. */
export function useHasPlace(place: TopBarPlace): boolean {
  return useContext(TopBarContext)?.places[place] !== undefined;
}

/** Names the page in the bar while the component is there, unless empty; returns whether the bar alone shows its title. */
export function usePageName(name: string): boolean {
  const bar = useContext(TopBarContext);
  const setName = bar?.setName;
  useLayoutEffect(() => {
    setName?.(name);
    return () => setName?.(null);
  }, [setName, name]);
  return name !== "" && (bar?.isGeneral ?? false);
}

const NUMBERED = /^([a-z]+-\d+) · /;

/** Return the number of a thing where its title begins with one, else the title. */
export function shortName(title: string): string {
  return NUMBERED.exec(title)?.[1] ?? title;
}
