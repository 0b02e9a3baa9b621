/** Filters of permalink lists. The router reads this module on every page, so it holds nothing else. */
import { oneOf, parserOf, readReference, readText, readTrue } from "@/lib/search-fields";
import type { Share } from "./types";

export type ShareKind = Share["kind"];

export const SHARE_KINDS = ["run", "comparison", "ranking", "campaign"] as const satisfies readonly ShareKind[];
export const SHARE_STAGES = ["draft", "published"] as const satisfies readonly Share["state"][];

export const parseSharesSearch = parserOf({
  kind: oneOf(SHARE_KINDS),
  state: oneOf(SHARE_STAGES),
  /** Number of a run that they use. */
  run: readReference,
  /** Only those of the person who is signed in. */
  mine: readTrue,
  cursor: readText,
});
export type ShareFilters = ReturnType<typeof parseSharesSearch>;
