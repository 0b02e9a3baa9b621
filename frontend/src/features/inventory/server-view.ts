/** Address state of a server page and of the list beside it. The router loads it on every page, so it holds nothing else. */
import { readListQuery } from "@/api/earlier-filters";
import { oneOf, parserOf, readReference, readText, textLike } from "@/lib/search-fields";
import type { BackplaneView } from "@/parts/backplane-look";

/** The topology unless one of these. */
export const SERVER_TABS = ["drives", "runs", "changes", "maintenance"] as const;
export type ServerTab = (typeof SERVER_TABS)[number];

/** Health unless one of these. */
export const SERVER_VIEWS = ["temperature", "array", "firmware"] as const satisfies readonly BackplaneView[];

const LIST = {
  q: readListQuery,
  /** The newest first without one. */
  sort: textLike(/^-?[a-z]{1,20}$/),
  /** Id of the saved view of the list that is open; `view` is that of the topology. */
  saved: readReference,
};

export const parseServersSearch = parserOf(LIST);

export const parseServerSearch = parserOf({
  ...LIST,
  // `history` is its name in older addresses.
  tab: (tab) => oneOf(SERVER_TABS)(tab === "history" ? "changes" : tab),
  view: oneOf(SERVER_VIEWS),
  /** Id of the chosen slot. */
  slot: readText,
  dialog: oneOf(["reserve"]),
});
export type ServerView = ReturnType<typeof parseServerSearch>;
