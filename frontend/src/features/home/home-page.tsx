/** Home: what runs, what needs a person, what came out; in a new lab the way to a first curve. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { useLabEvents } from "@/api/events";
import { type Horizon, overviewQuery } from "@/api/overview";
import { demoDataQuery } from "@/api/session";
import type { Overview } from "@/api/types";
import { NewRunButton } from "@/components/new-run-button";
import { ErrorNotice } from "@/components/notice";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { useLiveRuns } from "@/components/use-live-runs";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { home as words } from "@/messages/home";
import { Attention } from "./attention";
import { FirstVisit } from "./first-visit";
import classes from "./home.module.css";
import { HomeHeadline } from "./home-headline";
import { HomeSkeleton } from "./home-skeleton";
import { HorizonMenu } from "./horizon-menu";
import { isFirstVisit } from "./is-first-visit";
import { PinnedDashboards } from "./pinned-dashboards";
import { QueueCard } from "./queue-card";
import { Results } from "./results";
import { ServerTiles } from "./server-tiles";
import { Tour, type TourProps } from "./tour";
import { useVisit } from "./use-visit";

export interface HomePageProps {
  horizon: Horizon;
  setHorizon: (horizon: Horizon) => void;
  tour: TourProps;
  /** Opens the form of a run for this server. */
  openForm: (profile: string, server: string) => void;
  /** Opens a job that was submitted. */
  openJob: (job: string) => void;
}

/** Polling interval in ms: no message announces the temperature of an idle server. */
const UNANNOUNCED_MS = 60_000;

export function HomePage({ horizon, setHorizon, tour, ...open }: HomePageProps) {
  const api = useApi();
  const {
    data: overview,
    error,
    refetch,
  } = useQuery({
    ...overviewQuery(api, horizon),
    refetchInterval: UNANNOUNCED_MS,
  });
  const { data: demo } = useQuery(demoDataQuery(api));
  usePageName(words.title);
  useVisit();
  const isFirst = overview !== undefined && isFirstVisit(overview, demo?.run_count ?? 0);
  return (
    <>
      <title>{messages.documentTitle(words.title)}</title>
      <InTopBar place="primary">
        <NewRunButton filled={!isFirst} />
      </InTopBar>
      {error && !overview && <ErrorNotice title={words.notLoaded} error={error} retry={() => void refetch()} />}
      {!overview && !error && <HomeSkeleton />}
      {overview && isFirst && <FirstVisit overview={overview} demoRuns={demo?.run_count ?? 0} {...open} />}
      {overview && !isFirst && <MissionControl {...{ overview, horizon, setHorizon }} />}
      {overview && <Tour {...tour} />}
    </>
  );
}

const CLOCK_MS = 15_000;

type MissionControlProps = Pick<HomePageProps, "horizon" | "setHorizon"> & { overview: Overview };

function MissionControl({ overview, horizon, setHorizon }: MissionControlProps) {
  const events = useLabEvents();
  const runs = useLiveRuns(overview);
  const now = useNow(CLOCK_MS);
  const barHasActions = useHasPlace("actions");
  const menu = <HorizonMenu horizon={horizon} change={setHorizon} />;
  return (
    <div className={classes.home} data-stale={events.silentSince === null ? undefined : true}>
      {barHasActions && <InTopBar place="actions">{menu}</InTopBar>}
      <HomeHeadline overview={overview} now={now} silentSince={events.silentSince} />
      <ServerTiles overview={overview} runs={runs} now={now} />
      <div className={classes.two}>
        <QueueCard overview={overview} horizon={horizon} now={now} menu={barHasActions ? undefined : menu} />
        <Attention overview={overview} now={now} />
      </div>
      <Results overview={overview} now={now} />
      <PinnedDashboards now={now} />
    </div>
  );
}
