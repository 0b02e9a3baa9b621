/** /runs: the list of runs, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "@/components/link";
import { NewRunButton } from "@/components/new-run-button";
import { PageHeader } from "@/components/page";
import { RunsList } from "@/features/runs/runs-list";
import { runStanding } from "@/messages/run-standing";
import { runs as runsWords } from "@/messages/runs";
import { parseRunsSearch } from "./search";

const route = getRouteApi("/shell/runs");

export function RunsRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={runsWords.title}
        primary={<NewRunButton />}
        actions={
          <ButtonLink to="/runs/trash" variant="default">
            {runStanding.trashPage}
          </ButtonLink>
        }
      />
      <RunsList
        filters={filters}
        parse={parseRunsSearch}
        change={(search) =>
          // Selecting is no step that somebody wants to go back through.
          void navigate({ search, replace: search.selected !== filters.selected })
        }
      />
    </>
  );
}
