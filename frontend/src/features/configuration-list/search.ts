/** The list of configurations in its address. */
import type { ViewForm } from "@/components/filed-view";
import { oneOf, parserOf, readReference, textLike } from "@/lib/search-fields";

export const LIST_TABS = ["in_place", "published"] as const;
export type ListTab = (typeof LIST_TABS)[number];

export const parseConfigurationsSearch = parserOf({
  /** All unless one of these. */
  tab: oneOf(LIST_TABS),
  q: textLike(/^.{1,2000}$/),
  /** Block size, percentage of reads and of random requests, as `4096:0:100`. */
  workload: textLike(/^[1-9]\d{0,9}(:\d{1,3}(\.\d{1,3})?){2}$/),
  /** Order of the list; the highest median first by default. */
  sort: textLike(/^-?[a-z]{1,20}$/),
  /** By controller unless this. */
  group: oneOf(["none"]),
  /** Numbers, with commas between them. */
  selected: textLike(/^c-\d{1,19}(,c-\d{1,19})*$/),
  /** Id of the saved view that is open, changed or not. */
  view: readReference,
});
export type ConfigurationsSearch = ReturnType<typeof parseConfigurationsSearch>;

/** Storage format of the list's views. */
export const CONFIGURATION_VIEWS: ViewForm<ConfigurationsSearch> = {
  page: "/configurations",
  parse: parseConfigurationsSearch,
  keep: ["tab", "q", "workload", "sort", "group"],
};
