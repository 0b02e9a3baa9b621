/** Takes every page down after its test with all that it left, and gives slow machines time to show one. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { changePreferences, DEFAULTS } from "@/lib/preferences";
import { closePalette } from "@/shell/palette-state";
import { clearToasts } from "@/shell/toasts";

configure({ asyncUtilTimeout: 45_000 });

// A simulated browser lays nothing out, so Mantine finds no element to focus and would print the whole tree of the page.
// biome-ignore-start lint/suspicious/noConsole: the warning is filtered, not written.
const warn = console.warn;
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).startsWith("[@mantine/hooks/use-focus-trap]")) warn(...parts);
};
// biome-ignore-end lint/suspicious/noConsole: the warning is filtered, not written.

afterEach(async () => {
  cleanup();
  closePalette();
  await clearToasts();
  vi.useRealTimers();
  // A module that is still read when its file ends is refused, and stays refused in the files after it.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // The files of a worker share their modules, and these remember.
  changePreferences(DEFAULTS);
  localStorage.clear();
  sessionStorage.clear();
});
