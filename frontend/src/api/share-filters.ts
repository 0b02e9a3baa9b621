/** Filters of permalink lists. The router reads this module on every page, so it holds nothing else. */
import type { Share } from "./types";

export type ShareKind = Share["kind"];
export type ShareStage = Share["state"];

export const SHARE_KINDS = ["run", "comparison", "ranking", "campaign"] as const satisfies readonly ShareKind[];
export const SHARE_STAGES = ["draft", "published"] as const satisfies readonly ShareStage[];

export interface ShareFilters {
  kind?: ShareKind;
  state?: ShareStage;
  /** Number of a run that they use. */
  run?: string;
  /** Only those of the person who is signed in. */
  mine?: true;
  cursor?: string;
}
