/** The entries of a dashboard as tiles and its panels, drawn of the runs that it means now. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useMemo } from "react";
import { useApi } from "@/api/context";
import { dashboardFiguresQuery, type Narrowing } from "@/api/dashboards";
import type { Dashboard, DashboardEntries } from "@/api/types";
import type { FigureAct } from "@/charts/figure-menu";
import type { Panel, TimeSpan } from "@/charts/workbench/document";
import { settled } from "@/charts/workbench/grid";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { markWorse, tilesOf } from "./dashboard-figures";
import { DashboardTiles } from "./dashboard-tiles";
import view from "./dashboard-view.module.css";
import { narrowedEntries } from "./narrowing";
import { PanelRange } from "./panel-context";
import { PanelGrid } from "./panel-grid";
import { usePanelContext } from "./use-panel-context";
import { useWorkbenchData } from "./use-workbench-data";
import { type DashboardSearch, readRange, writeRange } from "./view-search";
import { WorseEntries } from "./wall-head";
import classes from "./workbench.module.css";

const NO_ACTS: readonly FigureAct[] = [];
const noActs = () => NO_ACTS;

export interface DashboardPanelsProps {
  dashboard: Dashboard;
  meant: DashboardEntries;
  narrowing: Narrowing;
  search: DashboardSearch;
  /** Keep it stable. */
  change: (changes: DashboardSearch) => void;
  /** Those to draw, all unless it is given; a wall that does so has no tiles. */
  only?: readonly Panel[];
}

export function DashboardPanels({ dashboard, meant, narrowing, search, change, only }: DashboardPanelsProps) {
  const { document } = dashboard;
  const runs = meant.runs.map(({ number }) => number).join();
  const { numbers = document.numbers, linked = document.linked, range } = search;
  const shown = useMemo(
    () => ({
      ...document,
      entries: { runs: runs === "" ? [] : runs.split(",") },
      numbers,
      linked,
      range: readRange(range, document.range),
    }),
    [document, runs, numbers, linked, range],
  );
  const data = useWorkbenchData(shown);
  const figures = useQuery(dashboardFiguresQuery(useApi(), dashboard.number, narrowing));
  const entries = useMemo(() => markWorse(data.entries, figures.data), [data.entries, figures.data]);
  const zoom = useCallback((next: TimeSpan | null) => change({ range: writeRange(next) }), [change]);
  const narrowed = useMemo(
    () => narrowedEntries(document.entries, narrowing, runs.split(",")),
    [document.entries, narrowing, runs],
  );
  const drawnRange = useDeferredValue(shown.range);
  const context = usePanelContext({ ...data, entries }, shown, zoom, narrowed);
  const panels = useMemo(() => only ?? settled(document.panels), [only, document.panels]);
  const { failed } = data;
  if (runs === "") return <Nothing>{<EmptyState title={words.noRuns} />}</Nothing>;
  if (failed) {
    return (
      <Nothing>
        <ErrorNotice error={failed.error} retry={failed.retry} />
      </Nothing>
    );
  }
  const grid =
    panels.length === 0 ? (
      <Nothing>
        <EmptyState title={workbench.noPanels} />
      </Nothing>
    ) : (
      <PanelRange value={drawnRange}>
        <PanelGrid panels={panels} context={context} actsOf={noActs} />
      </PanelRange>
    );
  if (only) {
    return (
      <>
        <WorseEntries tiles={figures.data ? tilesOf(entries, figures.data) : []} />
        {grid}
      </>
    );
  }
  const isWaiting = !figures.error && (!figures.data || entries.length === 0);
  return (
    <>
      {figures.error && !figures.data ? (
        <Nothing>
          <ErrorNotice error={figures.error} retry={() => void figures.refetch()} />
        </Nothing>
      ) : (
        <DashboardTiles figures={figures.data} entries={entries} runs={meant.runs} />
      )}
      {/* How high the tiles are is known with their entries: what is below must not move then. */}
      <div className={view.panels} data-waiting={isWaiting || undefined}>
        {grid}
      </div>
    </>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <div className={classes.notices}>{children}</div>;
}
