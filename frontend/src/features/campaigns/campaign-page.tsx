/** One campaign: its head and the decision that it waits for, above the matrix or one of its other tabs. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ArrayState,
  campaignCalendarQuery,
  campaignMatrixQuery,
  campaignQuery,
  campaignResultsQuery,
  isTerminalCampaign,
} from "@/api/campaigns";
import { useApi } from "@/api/context";
import type { Campaign, CampaignMatrix, CampaignQuestion } from "@/api/types";
import { Labels } from "@/components/labels";
import { Loading } from "@/components/loading";
import { NotShown } from "@/components/not-shown";
import { ErrorNotice } from "@/components/notice";
import { WaitingNotice } from "@/components/waiting-notice";
import { messages, word } from "@/messages";
import { campaigns, matrix as matrixWords, campaign as words } from "@/messages/campaigns";
import { Card } from "@/parts/card";
import { Segmented } from "@/parts/segmented";
import { ArrayFilter } from "./array-filter";
import { Calendar } from "./calendar";
import { CampaignHead } from "./campaign-head";
import { CampaignRail } from "./campaign-rail";
import { CampaignSetup } from "./campaign-setup";
import classes from "./campaigns.module.css";
import { statesOf } from "./cell-grid";
import { DecisionPanel } from "./decision-panel";
import { LateNotice } from "./late-notice";
import { LatestResults } from "./latest-results";
import { Matrix, type Shown } from "./matrix";
import { groupMatrix } from "./matrix-groups";
import { MatrixTable } from "./matrix-table";
import { p99Text } from "./p99";
import { Parts } from "./parts";
import { ResultsTable } from "./results-table";
import { TimelineCard } from "./timeline-card";

const VIEW_HEIGHT = 400;
const TIMELINE_HEIGHT = 116;

export type CampaignView = "matrix" | "calendar" | "results" | "setup";

export interface CampaignPageProps {
  reference: string;
  view: CampaignView;
  /** The one state of the array that is shown, and how to choose it. */
  array: ArrayState | undefined;
  chooseArray: (state: ArrayState | undefined) => void;
  /** Content of the cells of the matrix, and its control. */
  shown: Shown;
  show: (shown: Shown) => void;
}

export function CampaignPage({ reference, view, array, chooseArray, shown, show }: CampaignPageProps) {
  const api = useApi();
  const { data: campaign, error, refetch } = useQuery(campaignQuery(api, reference));
  const live = !campaign || !isTerminalCampaign(campaign.state);
  const matrix = useQuery(campaignMatrixQuery(api, reference, live));
  if (!campaign) {
    return error ? (
      <NotShown subject={messages.problem.things.campaign} error={error} retry={() => void refetch()} />
    ) : (
      <Loading height={VIEW_HEIGHT} />
    );
  }
  const decisions = live ? pendingDecisions(campaign) : [];
  const blockedRows = [...new Set(decisions.flatMap(({ decision }) => decision.cells.map(([row = -1]) => row)))];
  const states = matrix.data ? statesOf(matrix.data.columns) : [];
  // The address may name a state that this campaign does not have.
  const state = states.find((candidate) => candidate === array);
  const filter = states.length > 1 && <ArrayFilter states={states} shown={state} choose={chooseArray} />;
  return (
    <div className={classes.page}>
      <CampaignHead campaign={campaign} matrix={matrix.data} reference={reference} array={array} />
      <div className="visually-hidden" role="status">
        {words.announce(word(campaigns.states, campaign.state))}
      </div>
      {decisions.map(({ decision, server }) => (
        <DecisionPanel
          key={decision.campaign}
          server={server}
          question={decision}
          finish={campaign.estimated_finish_at}
          matrix={matrix.data}
        />
      ))}
      {live && decisions.length === 0 && campaign.waiting_reason && <WaitingNotice reason={campaign.waiting_reason} />}
      {live && <LateNotice campaign={campaign} />}
      <Parts parts={campaign.parts} />
      <h2 className="visually-hidden">{words.tab[view]}</h2>
      {view !== "setup" && view !== "calendar" && filter}
      {view === "matrix" && (
        <>
          {matrix.error && !matrix.data && <ErrorNotice error={matrix.error} retry={() => void matrix.refetch()} />}
          {!matrix.data && !matrix.error && <Loading height={VIEW_HEIGHT} />}
          {matrix.data && (
            <MatrixView
              {...{ campaign, reference, live, blockedRows, shown, show }}
              matrix={matrix.data}
              array={state}
            />
          )}
        </>
      )}
      {view === "calendar" && <CalendarView reference={reference} live={live} />}
      {view === "results" && <ResultsView reference={reference} live={live} shown={state} />}
      {view === "setup" && <CampaignSetup campaign={campaign} />}
      <Labels kind="campaigns" reference={campaign.number} labels={campaign.labels} />
    </div>
  );
}

/** Return the decisions that are waited for: its own, or those of its parts with the server of each. */
function pendingDecisions({ pending_decision, parts }: Campaign): { decision: CampaignQuestion; server?: string }[] {
  if (parts.length === 0) return pending_decision ? [{ decision: pending_decision }] : [];
  return parts.flatMap((part) =>
    part.pending_decision ? [{ decision: part.pending_decision, server: part.server.name }] : [],
  );
}

interface MatrixViewProps extends Pick<CampaignPageProps, "reference" | "array" | "shown" | "show"> {
  campaign: Campaign;
  matrix: CampaignMatrix;
  live: boolean;
  blockedRows: readonly number[];
}

const SHOWN = (["values", "change", "p99"] as const).map((value) => ({ value, label: matrixWords.shown[value] }));

function MatrixView({ campaign, matrix, reference, live, blockedRows, array, shown, show }: MatrixViewProps) {
  const api = useApi();
  const [isTable, setTable] = useState(false);
  const calendar = useQuery(campaignCalendarQuery(api, reference, live));
  const results = useQuery(campaignResultsQuery(api, reference, live));
  const grouped = groupMatrix(matrix, { state: array, blockedRows });
  const loaded = results.data ?? null;
  return (
    <>
      <div className={classes.columns}>
        <Card
          title={words.tab.matrix}
          note={matrixWords.note}
          order={3}
          aside={
            <div className={classes.matrixTools}>
              <Segmented label={matrixWords.showLabel} options={SHOWN} value={shown} change={show} />
              <Button variant="subtle" size="xs" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
                {isTable ? matrixWords.hideTable : matrixWords.showTable}
              </Button>
            </div>
          }
        >
          <Matrix matrix={grouped} shown={shown} p99Of={(cell) => loaded && p99Text(cell, loaded)} />
          {isTable && <MatrixTable matrix={matrix} />}
        </Card>
        <CampaignRail campaign={campaign} matrix={matrix} blockedRows={blockedRows} />
      </div>
      {calendar.data ? (
        <TimelineCard campaign={campaign} slots={calendar.data.items} matrix={matrix} />
      ) : (
        !calendar.error && <Loading height={TIMELINE_HEIGHT} />
      )}
      {calendar.error && !calendar.data && <ErrorNotice error={calendar.error} retry={() => void calendar.refetch()} />}
      <LatestResults
        reference={reference}
        grouped={grouped}
        matrix={matrix}
        slots={calendar.data?.items ?? []}
        results={loaded}
        done={campaign.cells_done}
      />
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
