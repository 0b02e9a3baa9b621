/** Filters of permalink lists. The router reads this module on every page, so it holds nothing else. */
import { oneOf, parserOf, readReference, readText, readTrue } from "@/lib/search-fields";
import type { Share } from "./types";

export type ShareKind = Share["kind"];

export const SHARE_KINDS = ["run", "comparison", "ranking", "campaign"] as const satisfies readonly ShareKind[];
/** Tabs of the list; each permalink is in one of them. */
export const SHARE_STATES = [
  "published",
  "draft",
  "embargo",
  "withdrawn",
  "expired",
] as const satisfies readonly Share["state"][];
export type ShareState = (typeof SHARE_STATES)[number];
/** The first is the order that a list has by itself. */
export const SHARE_ORDERS = ["-frozen", "frozen", "title", "-title", "-views", "views", "-version", "version"] as const;

export const parseSharesSearch = parserOf({
  kind: oneOf(SHARE_KINDS),
  state: oneOf(SHARE_STATES),
  /** Only those that another lab froze. */
  origin: oneOf(["received"]),
  /** Words of title and findings, numbers of runs, or an address. */
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
