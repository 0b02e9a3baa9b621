/** The report of a run that carried out a test of SNIA PTS: its header, then every plot and table. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, reportQuery } from "@/api/runs";
import type { Report, Run } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { PropertyList } from "@/components/property-list";
import { run as words } from "@/messages/run";
import classes from "./run-report.module.css";

// ECharts comes with the panels, and only with them.
const ReportPanels = lazy(() => import("./report-panels").then((module) => ({ default: module.ReportPanels })));

export function RunReport({ run }: { run: Run }) {
  const api = useApi();
  const isOver = isTerminalRun(run.state);
  const { data: report, error, refetch } = useQuery(reportQuery(api, run.number, isOver));
  if (error && !report) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!report) return <Waiting />;
  return (
    <Section title={words.reportTitle(report.title)}>
      {!isOver && <Notice level="info">{words.reportOfMoving}</Notice>}
      {report.steady === false ? <Notice level="warn" title={report.sentence} /> : <Text>{report.sentence}</Text>}
      <Header report={report} />
      <Suspense fallback={<Waiting />}>
        <ReportPanels run={run.number} panels={report.panels} />
      </Suspense>
    </Section>
  );
}

function Header({ report }: { report: Report }) {
  return (
    <div className={classes.header}>
      {report.header
        .filter(({ facts }) => facts.length > 0)
        .map(({ title, facts }) => (
          <section key={title} aria-label={title} className={classes.block}>
            <h3>{title}</h3>
            <PropertyList properties={facts.map(({ name, value }) => [name, value] as const)} />
          </section>
        ))}
    </div>
  );
}

/** As high as what replaces it on most screens, so that nothing jumps. */
function Waiting() {
  return <Skeleton height={1200} />;
}
