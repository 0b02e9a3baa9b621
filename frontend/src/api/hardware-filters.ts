/** What lists of hardware can be narrowed to. The router reads it on every page, so it holds nothing else. */
import type { Drive, HardwareChange } from "./types";

export const LIFECYCLES = ["in_service", "spare", "retired"] as const satisfies readonly Drive["lifecycle"][];

/** Whether the last discovery saw a piece, or only one before it. */
export const SEEN = ["now", "before"] as const;

/** Retired servers are listed only when asked for. */
export const SERVER_STATES = ["new", "ready", "busy", "maintenance", "unreachable", "quarantined", "retired"] as const;

/** What models are written down of. */
export const MODEL_COMPONENTS = ["server", "controller", "drive"] as const;

/** Components that changes are of. */
export const CHANGED_COMPONENTS = ["server", "controller", "enclosure", "drive", "array"] as const;

export const CHANGE_KINDS = [
  "appeared",
  "vanished",
  "returned",
  "moved",
  "changed",
] as const satisfies readonly HardwareChange["kind"][];
