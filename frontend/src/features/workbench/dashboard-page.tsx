/** One dashboard: the panels of its document, drawn of the runs that it means now. */

import { IconPencil, IconShare3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo } from "react";
import { useApi } from "@/api/context";
import { dashboardEntriesQuery, dashboardQuery } from "@/api/dashboards";
import { usePermissions } from "@/api/permissions";
import type { Dashboard, DashboardEntries } from "@/api/types";
import { DashboardMenu, PinButton } from "@/components/dashboard-acts";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { useDashboardChanges } from "@/components/use-dashboard-changes";
import { useShortcuts } from "@/components/use-shortcuts";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { Badge } from "@/parts/badge";
import { Segmented } from "@/parts/segmented";
import { writeWorkbench } from "./address";
import { DashboardPanels } from "./dashboard-panels";
import { drawnDocument, NUMBERS } from "./document";
import { loadPanels } from "./panel-grid";
import type { DashboardSearch } from "./view-search";
import { fillScreen } from "./wall";
import { WallButton } from "./wall-button";
import { WallShow } from "./wall-show";
import classes from "./workbench.module.css";

const HEIGHT = 640;

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
  const api = useApi();
  const found = useQuery(dashboardQuery(api, reference));
  const meant = useQuery(dashboardEntriesQuery(api, reference));
  const failed = [found, meant].find(({ error, data }) => error && !data);
  if (found.data && meant.data) {
    return <OpenDashboard dashboard={found.data} meant={meant.data} search={search} change={change} />;
  }
  return (
    <>
      <PageHeader title={found.data?.name ?? words.dashboard} crumb={found.data?.name ?? ""} />
      {failed ? <ErrorNotice error={failed.error} retry={() => void failed.refetch()} /> : <Loading height={HEIGHT} />}
    </>
  );
}

interface OpenDashboardProps extends Omit<DashboardPageProps, "reference"> {
  dashboard: Dashboard;
  meant: DashboardEntries;
}

function OpenDashboard({ dashboard, meant, search, change }: OpenDashboardProps) {
  const { number, name, can_change } = dashboard;
  const navigate = useNavigate();
  const { operate } = usePermissions();
  const changes = useDashboardChanges(dashboard, () => void navigate({ to: "/dashboards" }));
  const { document, undrawn } = useMemo(() => drawnDocument(dashboard.document), [dashboard.document]);
  const numbers = search.numbers ?? document.numbers;
  const fill = useCallback(() => {
    fillScreen();
    change({ full: true });
  }, [change]);
  useShortcuts(useMemo(() => ({ f: { label: words.wall.open, run: fill } }), [fill]));
  return (
    <div className={classes.view}>
      <PageHeader
        title={name}
        primary={
          <ButtonLink
            to="/workbench"
            search={{ ...writeWorkbench(document), dashboard: number }}
            leftSection={<IconPencil size={15} stroke={2} aria-hidden="true" />}
          >
            {can_change ? words.edit : words.openInWorkbench}
          </ButtonLink>
        }
        actions={
          <>
            <Segmented
              label={workbench.numbers}
              options={NUMBERS.map((value) => ({ value, label: workbench.numbersOf[value] }))}
              value={numbers}
              change={(value) => change({ numbers: value === document.numbers ? undefined : value })}
            />
            {operate && (
              <ButtonLink
                variant="default"
                to="/shares/new"
                search={{ kind: "comparison", dashboard: number }}
                leftSection={<IconShare3 size={15} stroke={1.75} aria-hidden="true" />}
              >
                {workbench.share}
              </ButtonLink>
            )}
            <WallButton search={search} change={change} fill={fill} />
            <PinButton dashboard={dashboard} changes={changes} />
            <DashboardMenu dashboard={dashboard} changes={changes} />
          </>
        }
      >
        <Meant dashboard={dashboard} meant={meant} />
      </PageHeader>
      {(meant.missing.length > 0 || undrawn.length > 0) && (
        <div className={classes.notices}>
          {meant.missing.length > 0 && <Notice level="warn">{words.missing(meant.missing)}</Notice>}
          {undrawn.length > 0 && <Notice level="info">{words.undrawn(undrawn.map(({ metric }) => metric))}</Notice>}
        </div>
      )}
      <DashboardPanels dashboard={dashboard} meant={meant} search={search} change={change} />
    </div>
  );
}

/** Which runs these are, and of how many. */
function Meant({ dashboard, meant }: Pick<OpenDashboardProps, "dashboard" | "meant">) {
  const { entries } = dashboard.document;
  if (!("query" in entries)) return <span>{words.runs(meant.runs.length)}</span>;
  return (
    <>
      <Badge tone="run" glyph="dot">
        {words.live}
      </Badge>
      {entries.query ? <code dir="auto">{entries.query}</code> : <span>{words.everything}</span>}
      <span role="status">
        {meant.total > meant.runs.length ? words.shownOf(meant.runs.length, meant.total) : words.runs(meant.total)}
      </span>
    </>
  );
}
