/** Filters of permalink lists. The router reads this module on every page, so it holds nothing else. */
import { oneOf, parserOf, readReference, readText, readTrue } from "@/lib/search-fields";
import type { Share } from "./types";

export type ShareKind = Share["kind"];

export const SHARE_KINDS = ["run", "comparison", "ranking", "campaign"] as const satisfies readonly ShareKind[];
/** Tabs of the list; the lab puts each permalink into one of them. */
export const SHARE_STAGES = ["published", "draft", "embargo", "withdrawn", "expired"] as const;
export type ShareStage = (typeof SHARE_STAGES)[number];
export const SHARE_ORDERS = ["-created_at", "created_at"] as const;

export const parseSharesSearch = parserOf({
  kind: oneOf(SHARE_KINDS),
  stage: oneOf(SHARE_STAGES),
  /** Words of the title, numbers of runs, or an address. */
  q: readText,
  /** Number of a run that they use. */
  run: readReference,
  /** Only those of the person who is signed in. */
  mine: readTrue,
  sort: oneOf(SHARE_ORDERS),
  /** Number of the permalink beside the list. */
  peek: readReference,
});
export type ShareFilters = ReturnType<typeof parseSharesSearch>;
