/** The summary of a run: its loudest numbers, whether they may be trusted, what they were measured on, and the key chart. */
import { Text } from "@mantine/core";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { Caveats } from "./caveats";
import { ConfigurationCard } from "./configuration-card";
import { HeadlineNumbers } from "./headline-numbers";
import { KeyChart } from "./key-chart";
import { MeasurementsTable } from "./measurements-table";
import { PhasesStrip } from "./phases-strip";
import { PhasesTable } from "./phases-table";
import { useRun } from "./run-context";
import { Source } from "./source";
import { VerdictInWords } from "./verdict-in-words";

export function RunSummaryPart() {
  const run = useRun();
  return (
    <>
      {run.source && <Source source={run.source} />}
      <HeadlineNumbers run={run} />
      <VerdictInWords run={run} />
      <Caveats run={run} />
      <KeyChart run={run} />
      {run.report && <FullReport run={run} />}
      {run.phases.some((candidate) => candidate.measurement) && (
        <Section title={words.measurements}>
          <MeasurementsTable phases={run.phases} />
        </Section>
      )}
      {run.origin !== "published" && (
        <Section title={words.phases}>
          <PhasesStrip run={run} />
          <PhasesTable phases={run.phases} />
        </Section>
      )}
      <ConfigurationCard run={run} />
    </>
  );
}

function FullReport({ run }: { run: Run }) {
  return (
    <Text>
      <AnchorLink to="/runs/$ref/report" params={{ ref: run.number }}>
        {words.fullReport}
      </AnchorLink>
    </Text>
  );
}
