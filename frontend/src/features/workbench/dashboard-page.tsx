/** One dashboard: the panels of its document, drawn of the runs that it means now. */

import { Button } from "@mantine/core";
import { IconPencil, IconShare3 } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { dashboardEntriesQuery, dashboardQuery } from "@/api/dashboards";
import { usePermissions } from "@/api/permissions";
import type { Dashboard } from "@/api/types";
import { DashboardMenu, PinButton } from "@/components/dashboard-acts";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { requestShare } from "@/components/share-request";
import { InTopBar } from "@/components/top-bar";
import { useDashboardChanges } from "@/components/use-dashboard-changes";
import { useShortcuts } from "@/components/use-shortcuts";
import { shortAge } from "@/lib/short-times";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { Badge } from "@/parts/badge";
import { writeWorkbench } from "./address";
import { DashboardPanels } from "./dashboard-panels";
import { DashboardQuery } from "./dashboard-query";
import view from "./dashboard-view.module.css";
import { narrowedEntries, narrowingOf } from "./narrowing";
import { loadPanels } from "./panel-grid";
import type { DashboardSearch } from "./view-search";
import { fillScreen } from "./wall";
import { WallButton } from "./wall-button";
import { WallShow } from "./wall-show";
import classes from "./workbench.module.css";

const HEIGHT = 640;
const CLOCK_MS = 1_000;

export interface DashboardPageProps {
  reference: string;
  search: DashboardSearch;
  /** Keep it stable. */
  change: (changes: DashboardSearch) => void;
}

export function DashboardPage(props: DashboardPageProps) {
  useEffect(loadPanels, []);
  return props.search.full ? <WallShow {...props} /> : <ViewedDashboard {...props} />;
}

function ViewedDashboard({ reference, search, change }: DashboardPageProps) {
  const query = useQuery(dashboardQuery(useApi(), reference));
  if (query.data) return <OpenDashboard dashboard={query.data} search={search} change={change} />;
  return (
    <>
      <PageHeader title={words.dashboard} crumb="" />
      {query.error ? (
        <ErrorNotice error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading height={HEIGHT} />
      )}
    </>
  );
}

interface OpenDashboardProps extends Omit<DashboardPageProps, "reference"> {
  dashboard: Dashboard;
}

function OpenDashboard({ dashboard, search, change }: OpenDashboardProps) {
  const { number, name, can_change } = dashboard;
  const navigate = useNavigate();
  const { operate } = usePermissions();
  const changes = useDashboardChanges(dashboard, () => void navigate({ to: "/dashboards" }));
  const { document } = dashboard;
  const { q, started } = search;
  const narrowing = useMemo(() => narrowingOf(document.entries, { q, started }), [document.entries, q, started]);
  const runs = useQuery({
    ...dashboardEntriesQuery(useApi(), number, narrowing),
    // The previous result stays visible while a query is typed, also while the query is invalid.
    placeholderData: keepPreviousData,
  });
  const [meant, setMeant] = useState(runs.data);
  if (runs.data && runs.data !== meant) setMeant(runs.data);
  const fill = useCallback(() => {
    fillScreen();
    change({ full: true });
  }, [change]);
  useShortcuts(useMemo(() => ({ f: { label: words.wall.open, run: fill } }), [fill]));
  const shown = meant?.runs.map((run) => run.number) ?? [];
  const viewed = { ...document, entries: narrowedEntries(document.entries, narrowing, shown) };
  return (
    <div className={`${classes.view} ${view.page}`}>
      <PageHeader
        title={name}
        primary={
          <ButtonLink
            to="/workbench"
            search={{ ...writeWorkbench(viewed), dashboard: number }}
            leftSection={<IconPencil size={15} stroke={2} aria-hidden="true" />}
          >
            {can_change ? words.edit : words.openInWorkbench}
          </ButtonLink>
        }
        actions={
          <>
            <WallButton search={search} change={change} fill={fill} />
            {operate && !narrowing && (
              <Button
                variant="default"
                onClick={() =>
                  requestShare({ subject: { kind: "comparison", dashboard: number }, name: number, title: name })
                }
                leftSection={<IconShare3 size={15} stroke={1.75} aria-hidden="true" />}
              >
                {workbench.share}
              </Button>
            )}
            <DashboardMenu dashboard={dashboard} changes={changes} />
          </>
        }
      />
      <InTopBar place="badge">
        <span className={view.status}>
          <PinButton dashboard={dashboard} changes={changes} />
          {"query" in document.entries && (
            <Badge tone="run" glyph="dot">
              {words.live}
            </Badge>
          )}
          {runs.data && <Updated at={runs.dataUpdatedAt} />}
        </span>
      </InTopBar>
      <DashboardQuery
        dashboard={dashboard}
        document={document}
        meant={meant}
        error={runs.error}
        narrowing={narrowing}
        search={search}
        change={change}
      />
      {meant && meant.missing.length > 0 && (
        <div className={classes.notices}>
          <Notice level="warn">{words.missing(meant.missing)}</Notice>
        </div>
      )}
      {meant ? (
        <DashboardPanels dashboard={dashboard} meant={meant} narrowing={narrowing} search={search} change={change} />
      ) : runs.error ? (
        <div className={classes.notices}>
          <ErrorNotice error={runs.error} retry={() => void runs.refetch()} />
        </div>
      ) : (
        <Loading height={HEIGHT} />
      )}
    </div>
  );
}

/** When its runs were read last. */
function Updated({ at }: { at: number }) {
  const now = useNow(CLOCK_MS);
  return <span className={classes.quiet}>{words.wall.updated(messages.ago(shortAge(new Date(at), now)))}</span>;
}
