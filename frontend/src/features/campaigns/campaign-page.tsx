/** One campaign: where it stands and what it asks, above one of its views. */
import { SegmentedControl, Text } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  ARRAY_STATES,
  type ArrayState,
  campaignCalendarQuery,
  campaignMatrixQuery,
  campaignQuery,
  campaignResultsQuery,
  isTerminalCampaign,
} from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Campaign, CampaignMatrix, CampaignQuestion } from "@/api/types";
import { Labels } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { WaitingNotice } from "@/components/waiting-notice";
import { messages, word } from "@/messages";
import { campaigns, matrix as matrixWords, campaign as words } from "@/messages/campaigns";
import { run as runWords } from "@/messages/run";
import { Calendar } from "./calendar";
import { CampaignActions } from "./campaign-actions";
import { CampaignSetup } from "./campaign-setup";
import { CampaignStanding } from "./campaign-standing";
import classes from "./campaigns.module.css";
import { statesOf } from "./cell-grid";
import { DecisionPanel } from "./decision-panel";
import { Matrix } from "./matrix";
import { Parts } from "./parts";
import { ResultsTable } from "./results-table";
import { CampaignStateLabel, CELL_STATES, CellStateLabel } from "./state-labels";

const VIEW_HEIGHT = 400;

export type CampaignView = "matrix" | "calendar" | "results" | "setup";

export interface CampaignPageProps {
  reference: string;
  view: CampaignView;
  /** The one state of the array that is shown, and how to choose it. */
  array: ArrayState | undefined;
  chooseArray: (state: ArrayState | undefined) => void;
}

export function CampaignPage({ reference, view, array, chooseArray }: CampaignPageProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data: campaign, error, refetch } = useQuery(campaignQuery(api, reference));
  const live = !campaign || !isTerminalCampaign(campaign.state);
  const matrix = useQuery(campaignMatrixQuery(api, reference, live));
  if (!campaign) {
    return error ? (
      <NotShown what={messages.problem.things.campaign} error={error} retry={() => void refetch()} />
    ) : (
      <Loading height={VIEW_HEIGHT} />
    );
  }
  const { number, name, state, server, parts, parent, created_at } = campaign;
  const asking = live ? askingOf(campaign) : [];
  const states = matrix.data ? statesOf(matrix.data.columns) : [];
  // What the address names may be none of this campaign.
  const shown = states.find((each) => each === array);
  return (
    <>
      <PageHeader
        title={`${number} · ${name}`}
        actions={
          <>
            {operate && campaign.cells_done > 0 && (
              <ButtonLink variant="default" to="/shares/new" search={{ kind: "campaign", campaign: number }}>
                {words.share}
              </ButtonLink>
            )}
            <CampaignActions campaign={campaign} />
          </>
        }
      >
        <CampaignStateLabel state={state} />
        {server === null ? (
          <Text>{words.onServers(parts.length)}</Text>
        ) : (
          <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }}>
            {runWords.on(server.name)}
          </AnchorLink>
        )}
        {parent && (
          <AnchorLink to="/campaigns/$ref" params={{ ref: parent.number }}>
            {words.partOf(`${parent.number} · ${parent.name}`)}
          </AnchorLink>
        )}
        <Text c="dimmed">
          <Moment at={created_at} />
        </Text>
      </PageHeader>
      <Labels kind="campaigns" reference={number} labels={campaign.labels} />
      <div className="visually-hidden" role="status">
        {words.announce(word(campaigns.states, state))}
      </div>
      {asking.map(({ decision, server: asks }) => (
        <DecisionPanel key={decision.campaign} server={asks} question={decision} matrix={matrix.data} />
      ))}
      {live && asking.length === 0 && campaign.waiting_reason && <WaitingNotice reason={campaign.waiting_reason} />}
      <CampaignStanding campaign={campaign} />
      <Parts parts={parts} />
      <Tabs reference={reference} array={array} />
      <h2 className="visually-hidden">{words[view]}</h2>
      {view !== "setup" && view !== "calendar" && states.length > 1 && (
        <ArrayFilter states={states} shown={shown} choose={chooseArray} />
      )}
      {view === "matrix" && <MatrixView query={matrix} shown={shown} />}
      {view === "calendar" && <CalendarView reference={reference} live={live} />}
      {view === "results" && <ResultsView reference={reference} live={live} shown={shown} />}
      {view === "setup" && <CampaignSetup campaign={campaign} />}
    </>
  );
}

/** The questions that stand: its own, or those of its parts with the server of each. */
function askingOf({ pending_decision, parts }: Campaign): { decision: CampaignQuestion; server?: string }[] {
  if (parts.length === 0) return pending_decision ? [{ decision: pending_decision }] : [];
  return parts.flatMap((part) =>
    part.pending_decision ? [{ decision: part.pending_decision, server: part.server.name }] : [],
  );
}

function Tabs({ reference, array }: { reference: string; array: ArrayState | undefined }) {
  const to = "/campaigns/$ref";
  const params = { ref: reference };
  const exact = { exact: true };
  return (
    <TabLinks label={words.tabs}>
      <Link to={to} params={params} search={{ array }} activeOptions={exact} resetScroll={false}>
        {words.matrix}
      </Link>
      <Link to={to} params={params} search={{ tab: "calendar", array }} activeOptions={exact} resetScroll={false}>
        {words.calendar}
      </Link>
      <Link to={to} params={params} search={{ tab: "results", array }} activeOptions={exact} resetScroll={false}>
        {words.results}
      </Link>
      <Link to={to} params={params} search={{ tab: "setup", array }} activeOptions={exact} resetScroll={false}>
        {words.setup}
      </Link>
    </TabLinks>
  );
}

const ALL = "all";

interface ArrayFilterProps {
  states: readonly ArrayState[];
  shown: ArrayState | undefined;
  choose: CampaignPageProps["chooseArray"];
}

function ArrayFilter({ states, shown, choose }: ArrayFilterProps) {
  const offered = ARRAY_STATES.filter((state) => states.includes(state));
  return (
    <div className={classes.filter}>
      <Text>{matrixWords.filter}</Text>
      <SegmentedControl
        aria-label={matrixWords.filter}
        value={shown ?? ALL}
        onChange={(value) => choose(offered.find((state) => state === value))}
        data={[
          { value: ALL, label: matrixWords.all },
          ...offered.map((state) => ({ value: state, label: word(campaigns.arrayStates, state) })),
        ]}
      />
    </div>
  );
}

interface MatrixViewProps {
  query: UseQueryResult<CampaignMatrix>;
  shown: ArrayState | undefined;
}

function MatrixView({ query: { data, error, refetch }, shown }: MatrixViewProps) {
  if (!data)
    return error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading height={VIEW_HEIGHT} />;
  return (
    <>
      <Matrix matrix={data} state={shown} />
      <ul className={classes.legend} aria-label={matrixWords.legend}>
        {CELL_STATES.map((state) => (
          <li key={state}>
            <CellStateLabel state={state} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CalendarView({ reference, live }: { reference: string; live: boolean }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(campaignCalendarQuery(api, reference, live));
  if (!data)
    return error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading height={VIEW_HEIGHT} />;
  return <Calendar slots={data.items} />;
}

interface ResultsViewProps {
  reference: string;
  live: boolean;
  shown: ArrayState | undefined;
}

function ResultsView({ reference, live, shown }: ResultsViewProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(campaignResultsQuery(api, reference, live));
  if (!data)
    return error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading height={VIEW_HEIGHT} />;
  return <ResultsTable reference={reference} results={data} state={shown} />;
}
