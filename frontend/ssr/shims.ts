/** Globals that ECharts expects and a bare V8 does not have; imported before anything else. */

interface Surroundings {
  setTimeout?: unknown;
  clearTimeout?: unknown;
  console?: unknown;
}

const surroundings = globalThis as unknown as Surroundings;
const nothing = () => 0;

// Pictures are drawn in one go: a timer that never fires is right, since nothing of a picture happens later.
surroundings.setTimeout ??= nothing;
surroundings.clearTimeout ??= nothing;
surroundings.console ??= { log: nothing, warn: nothing, error: nothing };
