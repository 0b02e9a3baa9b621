/** /runs: the list of runs; what it shows is in the address. */
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { ButtonLink } from "@/components/link";
import { NewRunButton } from "@/components/new-run-button";
import { PageHeader } from "@/components/page";
import { useRunAgain } from "@/features/new-run/use-run-again";
import { RunPeek } from "@/features/run/run-peek";
import { RunsPage } from "@/features/runs/runs-page";
import { runList as words } from "@/messages/run-list";

const AT_ONCE = { getInitialValueInEffect: false };
const route = getRouteApi("/shell/runs");

export function RunsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const runAgain = useRunAgain((draft) => void navigate({ to: "/new", search: draft }));
  return (
    <>
      <PageHeader
        title={words.title}
        primary={<NewRunButton />}
        actions={
          operate &&
          !isPhone && (
            <ButtonLink to="/import" variant="default">
              {words.importing}
            </ButtonLink>
          )
        }
      />
      <RunsPage
        search={search}
        change={(next) =>
          // Selecting and looking into a row are no steps that somebody wants to go back through.
          void navigate({
            search: next,
            replace: next.selected !== search.selected || next.peek !== search.peek,
            resetScroll: false,
          })
        }
        peek={(run, baseline) => (
          <RunPeek
            key={run.number}
            run={run}
            {...baseline}
            again={operate && run.job ? () => run.job && runAgain(run.job.number) : undefined}
          />
        )}
      />
    </>
  );
}
