/** What lists of hardware can be narrowed to. The router reads it on every page, so it holds nothing else. */
import type { Drive, HardwareChange } from "./types";

export const LIFECYCLES = ["in_service", "spare", "retired"] as const satisfies readonly Drive["lifecycle"][];

/** Whether the last discovery saw a piece, or only one before it. */
export const SEEN = ["now", "before"] as const;

/** Retired servers are listed only when asked for. */
export const SERVER_STATES = ["new", "ready", "busy", "maintenance", "unreachable", "quarantined", "retired"] as const;

/** What models are written down of. */
export const MODEL_COMPONENTS = ["server", "controller", "drive"] as const;

export interface HardwareModelFilters {
  component?: (typeof MODEL_COMPONENTS)[number];
  q?: string;
  cursor?: string;
  /** Id of the saved view that is open. */
  view?: string;
}

/** What lists of hardware can be asked for. */
export interface PieceFilters {
  /** Number of a server. */
  server?: string;
  q?: string;
  cursor?: string;
}

/** What changes are told of. */
export const CHANGED_COMPONENTS = ["server", "controller", "enclosure", "drive", "array"] as const;

export const CHANGE_KINDS = [
  "appeared",
  "vanished",
  "returned",
  "moved",
  "changed",
] as const satisfies readonly HardwareChange["kind"][];

export interface ChangeFilters {
  server?: string;
  component?: (typeof CHANGED_COMPONENTS)[number];
  kind?: HardwareChange["kind"];
  /** A day, as `2026-11-21`: from its first moment on, in the time zone of the reader. */
  since?: string;
  cursor?: string;
  /** Id of the saved view that is open. */
  view?: string;
}
