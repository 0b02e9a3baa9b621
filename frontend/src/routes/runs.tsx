/** /runs: the list of runs; what it shows is in the address. */
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { usePermissions } from "@/api/permissions";
import { ButtonLink } from "@/components/link";
import { NewRunButton } from "@/components/new-run-button";
import { PageHeader } from "@/components/page";
import { RunsPage } from "@/features/runs/runs-page";
import { useSpareTime } from "@/lib/spare-time";
import { runList as words } from "@/messages/run-list";
import { SkeletonBox } from "@/parts/skeleton";

const AT_ONCE = { getInitialValueInEffect: false };
const PEEK_HEIGHT = 420;
const route = getRouteApi("/shell/runs");

const peekRoute = () => import("./run-peek");
const RunPeekRoute = lazy(() => peekRoute().then((module) => ({ default: module.RunPeekRoute })));

export function RunsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const isSpare = useSpareTime();
  useEffect(() => {
    // The panel that needs it reports that it did not load.
    if (isSpare && !isPhone) void peekRoute().catch(() => undefined);
  }, [isSpare, isPhone]);
  return (
    <>
      <PageHeader
        title={words.title}
        primary={<NewRunButton />}
        actions={
          !isPhone && (
            <>
              <ButtonLink to="/findings" variant="default">
                {words.findings}
              </ButtonLink>
              {operate && (
                <ButtonLink to="/import" variant="default">
                  {words.importing}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <RunsPage
        search={search}
        change={(next) =>
          // Selecting and looking into a row add no steps to the history of the browser.
          void navigate({
            search: next,
            replace: next.selected !== search.selected || next.peek !== search.peek,
            resetScroll: false,
          })
        }
        peek={(run, baseline) => (
          <Suspense fallback={<SkeletonBox height={PEEK_HEIGHT} />}>
            <RunPeekRoute key={run.number} run={run} {...baseline} canRepeat={operate} />
          </Suspense>
        )}
      />
    </>
  );
}
