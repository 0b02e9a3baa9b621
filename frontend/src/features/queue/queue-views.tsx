/** The saved views of the queue, as tabs behind its own. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { JobFilters } from "@/api/jobs";
import { savedFiltersQuery } from "@/api/saved-filters";
import type { ViewForm } from "@/components/filed-view";
import type { QueriedSearch } from "@/components/list-query";
import { ViewLinks } from "@/components/view-tabs";

/** Stored values of a queue view; its own id is in `view`, because the address uses that for the tab. */
export interface QueueViewSearch extends QueriedSearch {
  tab?: "list" | "done";
  state?: Exclude<JobFilters["state"], undefined>;
  label?: string;
  sort?: string;
}

export interface QueueViews {
  form: ViewForm<QueueViewSearch>;
  search: QueueViewSearch;
  change: (search: QueueViewSearch) => void;
}

export function QueueViewLinks({ form, search }: QueueViews) {
  const views = useQuery(savedFiltersQuery(useApi(), form.page)).data?.items ?? [];
  return (
    <ViewLinks
      form={form}
      views={views}
      search={search}
      linkTo={({ tab, view, ...filters }) => ({ to: "/queue", search: { ...filters, view: tab, saved: view } })}
    />
  );
}
