/** Report of a run as one of its tabs; a run without a report shows a notice. */
import { Text } from "@mantine/core";
import { ButtonLink } from "@/components/link";
import { EmptyState } from "@/components/page";
import { run as words } from "@/messages/run";
import { useRun } from "./run-context";
import { RunReport } from "./run-report";

export function RunReportPart() {
  const run = useRun();
  if (run.report) return <RunReport run={run} />;
  return (
    <EmptyState title={words.noReportTitle}>
      <Text>{words.noReport}</Text>
      <ButtonLink to="/runs/$ref" params={{ ref: run.number }} variant="default">
        {words.toSummary}
      </ButtonLink>
    </EmptyState>
  );
}
