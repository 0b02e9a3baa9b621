/** /runs: the list of runs, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { RunsList } from "@/features/runs/runs-list";
import { runs as runsWords } from "@/messages/runs";

const route = getRouteApi("/shell/runs");

export function RunsRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={runsWords.title} />
      <RunsList
        filters={filters}
        change={(search) =>
          // Selecting is no step that somebody wants to go back through.
          void navigate({ search, replace: search.selected !== filters.selected })
        }
      />
    </>
  );
}
