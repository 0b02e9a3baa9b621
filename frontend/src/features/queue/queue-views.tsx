/** The saved views of the queue, as tabs behind its own. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { JobFilters } from "@/api/jobs";
import { savedFiltersQuery } from "@/api/saved-filters";
import type { ViewForm } from "@/components/filed-view";
import type { QueriedSearch } from "@/components/list-query";
import { ViewLinks } from "@/components/view-tabs";

/** What a view keeps of the queue, with its own id in `view`: the address has the tab there. */
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
