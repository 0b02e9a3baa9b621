/** Address state of a server page. The router loads it on every page, so it holds nothing else. */
import type { BackplaneView } from "@/parts/backplane-look";

/** The topology unless one of these. */
export const SERVER_TABS = ["drives", "runs", "changes", "maintenance"] as const;
export type ServerTab = (typeof SERVER_TABS)[number];

/** Health unless one of these. */
export const SERVER_VIEWS = ["temperature", "array", "firmware"] as const satisfies readonly BackplaneView[];

/** Open parts of the page, and the search of the list beside it. */
export interface ServerView {
  /** Search text of the list. */
  q?: string;
  /** The order of the list; the newest first without one. */
  sort?: string;
  /** Id of the saved view of the list that is open; `view` is that of the topology. */
  saved?: string;
  tab?: ServerTab;
  view?: (typeof SERVER_VIEWS)[number];
  /** Id of the chosen slot. */
  slot?: string;
  dialog?: "reserve";
}
