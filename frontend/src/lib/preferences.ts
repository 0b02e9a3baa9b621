/** What a person prefers in this browser. */
import { createStored } from "./stored";

export interface Preferences {
  /** Whether single keys act (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Whether the navigation is collapsed to its icons. */
  rail: boolean;
}

export const DEFAULTS: Preferences = { shortcuts: true, rail: false };

const stored = createStored("storagelab-preferences", (raw): Preferences => {
  const { shortcuts, rail } = (raw ?? {}) as Partial<Preferences>;
  return {
    shortcuts: typeof shortcuts === "boolean" ? shortcuts : DEFAULTS.shortcuts,
    rail: typeof rail === "boolean" ? rail : DEFAULTS.rail,
  };
});

export const readPreferences = stored.read;

export function changePreferences(change: Partial<Preferences>): void {
  stored.write({ ...readPreferences(), ...change });
}

/** The present preferences; the component renders again when they change, in whichever tab. */
export const usePreferences = stored.use;
