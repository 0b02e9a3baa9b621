/** One run: what came out, how it came about, under which conditions, and the raw files. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { claimsQuery, derivedQuery, isTerminalRun, runQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { ErrorNotice, FailureNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { messages } from "@/messages";
import { run as words } from "@/messages/run";
import { Artifacts } from "./artifacts";
import { Attempts } from "./attempts";
import { Claims } from "./claims";
import { Conditions } from "./conditions";
import { DerivedFigures } from "./derived";
import { MeasurementsTable } from "./measurements-table";
import { PhasesTable } from "./phases-table";
import classes from "./run.module.css";
import { RunCharts } from "./run-charts";
import { HeadlineNumbers, RunHeader } from "./run-header";
import { RunReport } from "./run-report";
import { Telemetry } from "./telemetry";

export interface RunPageProps {
  reference: string;
  /** Which phase the curves show: an ordinal, or undefined for all. */
  phase: string | undefined;
  /** The report of a run that has one, else its results. */
  view: "report" | undefined;
  choosePhase: (phase: string | undefined) => void;
  actions: (run: Run) => ReactNode;
}

export function RunPage({ reference, phase, view, choosePhase, actions }: RunPageProps) {
  const api = useApi();
  const { data: run, error, refetch } = useQuery(runQuery(api, reference));
  // Both are read together with the run, so that nothing is pushed down when they come; a live run has no use for them.
  const derived = useQuery({ ...derivedQuery(api, reference), enabled: !run || isTerminalRun(run.state) });
  const claims = useQuery({ ...claimsQuery(api, reference), enabled: run?.origin !== "measured" });
  if (error && !run) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!run || derived.isLoading || claims.isLoading) return <RunSkeleton />;
  return (
    <>
      <RunHeader run={run} actions={actions(run)} />
      {run.failure && <FailureNotice title={words.failure} failure={run.failure} />}
      {!isTerminalRun(run.state) && run.job && (
        <Notice level="info">
          <AnchorLink to="/jobs/$ref" params={{ ref: run.job.number }}>
            {words.follow(run.job.number)}
          </AnchorLink>
        </Notice>
      )}
      {run.report && <Views reference={reference} />}
      {run.report && view === "report" ? (
        <RunReport run={run} />
      ) : (
        <Results run={run} reference={reference} phase={phase} choosePhase={choosePhase} />
      )}
    </>
  );
}

/** What a run measured, or everything that its test reports. */
function Views({ reference }: { reference: string }) {
  const to = "/runs/$ref";
  const params = { ref: reference };
  return (
    <TabLinks label={words.views}>
      <Link to={to} params={params} search={{ view: undefined }} activeOptions={{ exact: true }}>
        {words.results}
      </Link>
      <Link to={to} params={params} search={{ view: "report" }} activeOptions={{ exact: true }}>
        {words.report}
      </Link>
    </TabLinks>
  );
}

function Results({
  run,
  reference,
  phase,
  choosePhase,
}: { run: Run } & Pick<RunPageProps, "reference" | "phase" | "choosePhase">) {
  return (
    <>
      {run.source && <Source source={run.source} />}
      <HeadlineNumbers run={run} />
      <RunCharts run={run} phase={phase} choosePhase={choosePhase} />
      {isTerminalRun(run.state) && <DerivedFigures reference={reference} />}
      <Telemetry run={run} />
      {run.phases.some((candidate) => candidate.measurement) && (
        <Section title={words.measurements}>
          <MeasurementsTable phases={run.phases} />
        </Section>
      )}
      {run.origin !== "measured" && <Claims reference={reference} />}
      {run.origin !== "published" && (
        <Section title={words.phases}>
          <PhasesTable phases={run.phases} />
        </Section>
      )}
      <Section title={words.conditions}>
        <Conditions run={run} />
      </Section>
      {run.origin === "measured" && (
        <Section title={words.attempts}>
          <Attempts run={run} />
        </Section>
      )}
      <Section title={words.artifacts}>
        <Artifacts runId={run.id} count={run.artifact_count} />
      </Section>
    </>
  );
}

function Source({ source }: { source: NonNullable<Run["source"]> }) {
  return (
    <Section title={words.source}>
      <p className={classes.source}>
        <cite>{source.title}</cite>
      </p>
      {source.note && (
        <Text c="dimmed" maw="80ch">
          {source.note}
        </Text>
      )}
    </Section>
  );
}

/** As high as the page that replaces it, so that nothing jumps. */
function RunSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="60%" mb={24} />
      <Skeleton height={104} mb={24} />
      <Skeleton height={620} />
    </div>
  );
}
