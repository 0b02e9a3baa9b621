/** The lab at a glance: what needs attention, what runs, what the servers do, and what ended last. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { overviewQuery } from "@/api/overview";
import type { Overview, RunSummary } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NewRunButton } from "@/components/new-run-button";
import { ErrorNotice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { StateLabel, VerdictLabel } from "@/components/state-label";
import { OriginTag, Tag } from "@/components/tag";
import { messages } from "@/messages";
import { glance as words } from "@/messages/glance";
import { Alerts } from "./alerts";
import { FirstStart } from "./first-start";
import { Servers } from "./servers";
import { UnderWay } from "./under-way";

const ENDED_WIDTH = 1040;

export interface OverviewPageProps {
  openJob: (profile: string, server: string) => void;
  /** The first headline of a run, and what has to be known beside its state. */
  headline: (run: RunSummary) => ReactNode;
  marks: (run: RunSummary) => ReactNode;
  /** Stands above results that were published elsewhere. */
  demoNote: ReactNode;
}

export function OverviewPage({ openJob, ...rest }: OverviewPageProps) {
  const { data: overview, error, refetch } = useQuery(overviewQuery(useApi()));
  return (
    <>
      <PageHeader title={words.title} primary={<NewRunButton filled={overview?.has_measured ?? true} />} />
      {error && !overview && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!overview && !error && <Loading height={480} />}
      {overview && (
        <>
          {!overview.has_measured && <FirstStart overview={overview} openJob={openJob} />}
          {overview.has_measured && <Standing overview={overview} />}
          <Ended overview={overview} {...rest} />
          {!overview.has_measured && <Standing overview={overview} />}
        </>
      )}
    </>
  );
}

function Standing({ overview }: { overview: Overview }) {
  return (
    <>
      <Section title={words.alerts}>
        <Alerts overview={overview} />
      </Section>
      <Section title={words.running}>
        <UnderWay overview={overview} />
      </Section>
      <Section
        title={words.servers}
        aside={
          <AnchorLink to="/inventory/servers" search={{}}>
            {words.allServers}
          </AnchorLink>
        }
      >
        <Servers overview={overview} />
      </Section>
    </>
  );
}

type EndedProps = Omit<OverviewPageProps, "openJob"> & { overview: Overview };

function Ended({ overview: { ended, has_measured }, demoNote, ...marks }: EndedProps) {
  return (
    <Section
      title={has_measured ? words.ended : words.elsewhere}
      aside={
        <AnchorLink to="/runs" search={{}}>
          {words.allRuns}
        </AnchorLink>
      }
    >
      {!has_measured && demoNote}
      {ended.length === 0 ? (
        <Text>{words.noneEnded}</Text>
      ) : (
        <DataTable
          caption={has_measured ? words.endedCaption : words.elsewhereCaption}
          columns={columns(marks)}
          rows={ended}
          rowKey={({ id }) => id}
          minWidth={ENDED_WIDTH}
        />
      )}
    </Section>
  );
}

function columns({ headline, marks }: Pick<OverviewPageProps, "headline" | "marks">): readonly Column<RunSummary>[] {
  const titles = words.endedColumns;
  return [
    {
      key: "run",
      title: titles.run,
      cell: ({ number }) => (
        <AnchorLink to="/runs/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      ),
    },
    { key: "title", title: titles.title, wrap: true, cell: ({ title }) => title },
    {
      key: "configuration",
      title: titles.configuration,
      wrap: true,
      cell: ({ configuration }) => configuration?.name ?? messages.none,
    },
    {
      key: "state",
      title: titles.state,
      cell: (run) => (
        <Stack gap={4} align="flex-start">
          {run.origin === "measured" ? <StateLabel state={run.state} /> : <OriginTag origin={run.origin} />}
          {run.scale === "smoke" && <Tag label={words.smoke} detail={words.smokeMeans} level="warn" />}
          {marks(run)}
        </Stack>
      ),
    },
    {
      key: "verdict",
      title: titles.verdict,
      cell: ({ verdict }) => (verdict ? <VerdictLabel status={verdict.status} /> : messages.none),
    },
    { key: "headline", title: titles.headline, numeric: true, cell: headline },
    {
      key: "when",
      title: titles.when,
      cell: ({ finished_at, created_at }) => <Moment at={finished_at ?? created_at} />,
    },
  ];
}
