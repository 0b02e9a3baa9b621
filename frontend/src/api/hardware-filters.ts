/** Filters of hardware lists. The router reads this module on every page, so it holds nothing else. */
import type { Drive, HardwareChange } from "./types";

export const LIFECYCLES = ["in_service", "spare", "retired"] as const satisfies readonly Drive["lifecycle"][];

/** States of servers; retired servers are listed only on request. */
export const SERVER_STATES = ["new", "ready", "busy", "maintenance", "unreachable", "quarantined", "retired"] as const;

/** Kinds of hardware that have model records. */
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
