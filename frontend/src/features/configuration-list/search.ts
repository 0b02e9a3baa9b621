/** The list of configurations in its address. What is not understood is dropped, so that an old link still opens. */

import type { ViewForm } from "@/components/filed-view";

export const LIST_TABS = ["in_place", "published"] as const;
export type ListTab = (typeof LIST_TABS)[number];

export interface ConfigurationsSearch {
  /** All unless one of these. */
  tab?: ListTab;
  q?: string;
  /** Block size, percentage of reads and of random requests, as `4096:0:100`. */
  workload?: string;
  /** Order of the list; the highest median first by default. */
  sort?: string;
  /** By controller unless this. */
  group?: "none";
  /** Numbers, with commas between them. */
  selected?: string;
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

/** Storage format of the list's views. */
export const CONFIGURATION_VIEWS: ViewForm<ConfigurationsSearch> = {
  page: "/configurations",
  parse: parseConfigurationsSearch,
  keep: ({ tab, q, workload, sort, group }) => ({ tab, q, workload, sort, group }),
};

const WORKLOAD = /^[1-9]\d{0,9}(:\d{1,3}(\.\d{1,3})?){2}$/;

export function parseConfigurationsSearch(raw: Record<string, unknown>): ConfigurationsSearch {
  return {
    tab: LIST_TABS.find((tab) => tab === raw.tab),
    q: textOf(raw.q, /^.{1,2000}$/),
    workload: textOf(raw.workload, WORKLOAD),
    sort: textOf(raw.sort, /^-?[a-z]{1,20}$/),
    group: raw.group === "none" ? "none" : undefined,
    selected: textOf(raw.selected, /^c-\d{1,19}(,c-\d{1,19})*$/),
    view: textOf(raw.view, /^[\w-]{1,64}$/),
  };
}

function textOf(value: unknown, form = /^.{1,200}$/): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && form.test(text) ? text : undefined;
}
