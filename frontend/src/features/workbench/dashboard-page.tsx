/** One dashboard: the panels of its document, drawn of the runs that it means now. */

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo } from "react";
import { useApi } from "@/api/context";
import { dashboardEntriesQuery, dashboardQuery } from "@/api/dashboards";
import type { Dashboard, DashboardEntries } from "@/api/types";
import type { FigureAct } from "@/charts/figure-menu";
import { DashboardMenu, PinButton } from "@/components/dashboard-acts";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { useDashboardChanges } from "@/components/use-dashboard-changes";
import { useShortcuts } from "@/components/use-shortcuts";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { Badge } from "@/parts/badge";
import { Segmented } from "@/parts/segmented";
import { writeWorkbench } from "./address";
import { drawnDocument, NUMBERS } from "./document";
import { settled } from "./grid";
import type { PanelContext } from "./panel-context";
import { loadPanels, PanelGrid } from "./panel-grid";
import { usePanelContext } from "./use-panel-context";
import { useWorkbenchData } from "./use-workbench-data";
import { type DashboardSearch, readRange, writeRange } from "./view-search";
import { fillScreen, Wall } from "./wall";
import classes from "./workbench.module.css";

const HEIGHT = 640;
const NO_ACTS: readonly FigureAct[] = [];
const noActs = () => NO_ACTS;

export interface DashboardPageProps {
  reference: string;
  search: DashboardSearch;
  /** Keep it stable. */
  change: (changes: DashboardSearch) => void;
}

export function DashboardPage({ reference, search, change }: DashboardPageProps) {
  const api = useApi();
  const found = useQuery(dashboardQuery(api, reference));
  const meant = useQuery(dashboardEntriesQuery(api, reference));
  useEffect(loadPanels, []);
  const failed = [found, meant].find(({ error, data }) => error && !data);
  if (found.data && meant.data) {
    const opened = { dashboard: found.data, meant: meant.data, search, change };
    if (!search.full) return <OpenDashboard {...opened} />;
    return (
      <>
        <PageHeader title={found.data.name} />
        <Wall
          name={found.data.name}
          readAt={meant.dataUpdatedAt}
          isLost={meant.isError}
          leave={() => change({ full: undefined })}
        >
          <Panels {...opened} />
        </Wall>
      </>
    );
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
  const changes = useDashboardChanges(dashboard, () => void navigate({ to: "/dashboards" }));
  const { document, undrawn } = useMemo(() => drawnDocument(dashboard.document), [dashboard.document]);
  const numbers = search.numbers ?? document.numbers;
  const fill = useCallback(() => {
    fillScreen();
    change({ full: true });
  }, [change]);
  useShortcuts(useMemo(() => ({ f: { label: words.fullScreen, run: fill } }), [fill]));
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
            <Button variant="default" onClick={fill}>
              {words.fullScreen}
            </Button>
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
      <Panels dashboard={dashboard} meant={meant} search={search} change={change} />
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

function Panels({ dashboard, meant, search, change }: OpenDashboardProps) {
  const { document } = useMemo(() => drawnDocument(dashboard.document), [dashboard.document]);
  const runs = meant.runs.map(({ number }) => number).join();
  const { numbers = document.numbers, range } = search;
  const shown = useMemo(
    () => ({
      ...document,
      entries: { runs: runs === "" ? [] : runs.split(",") },
      numbers,
      range: readRange(range, document.range),
    }),
    [document, runs, numbers, range],
  );
  const data = useWorkbenchData(shown);
  const zoom = useCallback((next: PanelContext["range"]) => change({ range: writeRange(next) }), [change]);
  const context = usePanelContext(data, shown, zoom, document.entries);
  const panels = useMemo(() => settled(document.panels), [document.panels]);
  const { failed } = data;
  if (runs === "") return <Nothing title={words.noRuns} />;
  if (panels.length === 0) return <Nothing title={workbench.noPanels} />;
  if (failed) {
    return (
      <div className={classes.notices}>
        <ErrorNotice error={failed.error} retry={failed.retry} />
      </div>
    );
  }
  return <PanelGrid panels={panels} context={context} actsOf={noActs} />;
}

function Nothing({ title }: { title: string }) {
  return (
    <div className={classes.notices}>
      <EmptyState title={title} />
    </div>
  );
}
