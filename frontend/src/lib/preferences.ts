/** What a person prefers in this browser. */
import { createStored } from "./stored";

export interface Preferences {
  /** Whether single keys act (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Whether the navigation is collapsed to its icons. */
  rail: boolean;
  /** Whether this browser shows notices, once it may. */
  browserNotices: boolean;
  /** How much room rows and pages take. */
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
