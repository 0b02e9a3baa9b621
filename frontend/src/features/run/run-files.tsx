/** Output of a run: raw files, events of each attempt, and the findings of its source. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { runFindingsQuery } from "@/api/findings";
import { Loading } from "@/components/loading";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { Artifacts } from "./artifacts";
import { Attempts } from "./attempts";
import { Findings } from "./findings";
import { useRun } from "./run-context";
import { Source } from "./source";

export function RunFilesPart() {
  const run = useRun();
  // Read before anything is shown, so that nothing is pushed down when they come.
  const findings = useQuery({ ...runFindingsQuery(useApi(), run.number), enabled: run.origin !== "measured" });
  if (findings.isLoading) return <Loading height={480} />;
  return (
    <>
      {run.source && <Source source={run.source} />}
      {run.origin !== "measured" && <Findings run={run} />}
      <Section title={words.artifacts}>
        <Artifacts runId={run.id} count={run.artifact_count} />
      </Section>
      {run.origin === "measured" && (
        <Section title={words.attempts}>
          <Attempts run={run} />
        </Section>
      )}
    </>
  );
}
