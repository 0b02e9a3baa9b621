/** The panels of a dashboard, drawn of the runs that it means now. */
import { useCallback, useMemo } from "react";
import type { Dashboard, DashboardEntries } from "@/api/types";
import type { FigureAct } from "@/charts/figure-menu";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { drawnDocument, type Panel } from "./document";
import { settled } from "./grid";
import type { PanelContext } from "./panel-context";
import { PanelGrid } from "./panel-grid";
import { usePanelContext } from "./use-panel-context";
import { useWorkbenchData } from "./use-workbench-data";
import { type DashboardSearch, readRange, writeRange } from "./view-search";
import classes from "./workbench.module.css";

const NO_ACTS: readonly FigureAct[] = [];
const noActs = () => NO_ACTS;

export interface DashboardPanelsProps {
  dashboard: Dashboard;
  meant: DashboardEntries;
  search: DashboardSearch;
  /** Keep it stable. */
  change: (changes: DashboardSearch) => void;
  /** Those to draw, all unless it is given. */
  only?: readonly Panel[];
}

export function DashboardPanels({ dashboard, meant, search, change, only }: DashboardPanelsProps) {
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
  const panels = useMemo(() => only ?? settled(document.panels), [only, document.panels]);
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
