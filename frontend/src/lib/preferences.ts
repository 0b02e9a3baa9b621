/** Preferences of a person in this browser. */
import { createStored } from "./stored";

export interface Preferences {
  /** True if single keys act (WCAG 2.1.4). */
  shortcuts: boolean;
  /** True if the navigation is collapsed to its icons. */
  rail: boolean;
  /** True if this browser shows notices, once permitted. */
  browserNotices: boolean;
  /** Spacing of rows and pages. */
  density: Density;
}

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const DEFAULTS: Preferences = { shortcuts: true, rail: false, browserNotices: true, density: "comfortable" };

const stored = createStored("storagelab-preferences", (raw): Preferences => {
  const { shortcuts, rail, browserNotices, density } = (raw ?? {}) as Partial<Preferences>;
  return {
    shortcuts: typeof shortcuts === "boolean" ? shortcuts : DEFAULTS.shortcuts,
    rail: typeof rail === "boolean" ? rail : DEFAULTS.rail,
    browserNotices: typeof browserNotices === "boolean" ? browserNotices : DEFAULTS.browserNotices,
    density: DENSITIES.find((candidate) => candidate === density) ?? DEFAULTS.density,
  };
});

export const readPreferences = stored.read;

export function changePreferences(change: Partial<Preferences>): void {
  stored.write({ ...readPreferences(), ...change });
}

/** The present preferences; the component renders again when they change, in whichever tab. */
export const usePreferences = stored.use;
