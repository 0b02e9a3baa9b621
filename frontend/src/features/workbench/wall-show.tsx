/** Dashboards on a wall in turn: page after page of each, as the address has it. */
import { useElementSize, useMediaQuery, useReducedMotion } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { dashboardEntriesQuery, dashboardQuery } from "@/api/dashboards";
import { overviewQuery } from "@/api/overview";
import type { Dashboard, RunUnderWay } from "@/api/types";
import type { Panel } from "@/charts/workbench/document";
import { settled } from "@/charts/workbench/grid";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { useLiveRuns } from "@/components/use-live-runs";
import { usePinnedDashboards } from "@/components/use-pinned-dashboards";
import { useNow } from "@/lib/use-now";
import { dashboards as words } from "@/messages/dashboards";
import { DashboardPanels, type DashboardPanelsProps } from "./dashboard-panels";
import { narrowingOf } from "./narrowing";
import { type DashboardSearch, usualSeconds, wallBoards } from "./view-search";
import { Wall } from "./wall";
import classes from "./wall.module.css";
import { fitted, ROWS_OF_A_PAGE, rowsIn, wallPages } from "./wall-pages";
import { SERVERS_HEIGHT, WallServers } from "./wall-servers";

/** On a narrow screen the panels follow one another, and a person scrolls. */
const BROAD = "(min-width: 1100px)";
const AT_ONCE = { getInitialValueInEffect: false };
const CLOCK_MS = 1_000;
const HEIGHT = 640;
const NOTHING: DashboardSearch = {};
const NO_PANELS: readonly Panel[] = [];

export interface WallShowProps {
  reference: string;
  search: DashboardSearch;
  /** Keep it stable. */
  change: (changes: DashboardSearch) => void;
}

export function WallShow({ reference, search, change }: WallShowProps) {
  const api = useApi();
  const pinned = usePinnedDashboards().map(({ number }) => number);
  const boards = wallBoards(reference, search.rotate, pinned);
  const [turn, setTurn] = useState(() => ({ board: 0, page: 0, at: Date.now() }));
  const shown = boards[turn.board % boards.length] ?? reference;
  const dashboard = useQuery(dashboardQuery(api, shown));
  // A look at a part of it is of the dashboard in the address alone.
  const { q, started } = shown === reference ? search : NOTHING;
  const entries = dashboard.data?.document.entries;
  const narrowing = useMemo(() => (entries ? narrowingOf(entries, { q, started }) : null), [entries, q, started]);
  const meant = useQuery({ ...dashboardEntriesQuery(api, shown, narrowing), enabled: entries !== undefined });
  const lab = useQuery(overviewQuery(api));
  const live = useLiveRuns(lab.data);
  const pages = usePages(dashboard.data, live.length > 0);
  const canTurn = boards.length > 1 || pages.length > 1;
  const next = () => {
    const isLast = turn.page + 1 >= pages.length;
    const board = isLast ? (turn.board + 1) % boards.length : turn.board;
    setTurn({ board, page: isLast ? 0 : turn.page + 1, at: Date.now() });
  };
  const reducesMotion = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const seconds = canTurn && !isPaused ? (search.every ?? usualSeconds(reducesMotion)) : 0;
  const secondsLeft = useSecondsLeft(seconds, turn.at, next);
  const pause = (paused: boolean) => {
    setPaused(paused);
    // A page that was looked at stays its whole time.
    setTurn((before) => ({ ...before, at: Date.now() }));
  };
  const failed = [dashboard, meant].find(({ error, data }) => error && !data);
  const name = dashboard.data?.name ?? words.dashboard;
  return (
    <>
      <PageHeader title={name} />
      <Wall
        name={name}
        isLive={dashboard.data !== undefined && "query" in dashboard.data.document.entries}
        runCount={meant.data?.runs.length ?? null}
        readAt={meant.data ? meant.dataUpdatedAt : null}
        isLost={meant.isError && meant.data !== undefined}
        isLight={search.light === true}
        secondsLeft={secondsLeft}
        next={canTurn ? next : null}
        isPaused={isPaused}
        setPaused={pause}
        moves={!reducesMotion}
        leave={() => change({ full: undefined })}
      >
        {/* How many panels a page has is known with the servers that measure. */}
        {dashboard.data && meant.data && (lab.data || lab.isError) ? (
          <WallPage
            key={shown}
            dashboard={dashboard.data}
            meant={meant.data}
            narrowing={narrowing}
            search={search}
            change={change}
            page={pages[turn.page % pages.length] ?? NO_PANELS}
            live={live}
          />
        ) : failed ? (
          <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />
        ) : (
          <Loading height={HEIGHT} />
        )}
      </Wall>
    </>
  );
}

interface WallPageProps extends Omit<DashboardPanelsProps, "only"> {
  page: readonly Panel[];
  live: readonly RunUnderWay[];
}

function WallPage({ page, live, ...shown }: WallPageProps) {
  const { ref, height } = useElementSize<HTMLDivElement>();
  const rows = rowsIn(height - (live.length > 0 ? SERVERS_HEIGHT : 0));
  const isBroad = useMediaQuery(BROAD, true, AT_ONCE);
  const only = useMemo(() => (isBroad && rows > 0 ? fitted(page, rows) : page), [page, isBroad, rows]);
  return (
    <div className={classes.page} data-sizing={(isBroad && rows <= 0) || undefined}>
      <div ref={ref} className={classes.size} />
      {live.length > 0 && <WallServers runs={live} />}
      <DashboardPanels {...shown} only={only} />
    </div>
  );
}

/** At least one page, which is empty while the dashboard is on its way. */
function usePages(dashboard: Dashboard | undefined, hasLive: boolean): readonly (readonly Panel[])[] {
  const isBroad = useMediaQuery(BROAD, true, AT_ONCE);
  const document = dashboard?.document;
  return useMemo(() => {
    const panels = document ? settled(document.panels) : NO_PANELS;
    const pages = isBroad ? wallPages(panels, ROWS_OF_A_PAGE - (hasLive ? 1 : 0)) : [panels];
    return pages.length > 0 ? pages : [NO_PANELS];
  }, [document, isBroad, hasLive]);
}

/** Seconds until the next page, which `next` then shows; null where none is shown by itself. */
function useSecondsLeft(seconds: number, since: number, next: () => void): number | null {
  const now = useNow(CLOCK_MS).getTime();
  const isDue = seconds > 0 && now - since >= seconds * 1000;
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
  return seconds > 0 ? Math.max(0, Math.ceil(seconds - (now - since) / 1000)) : null;
}
