/** What a run left behind: raw files, what happened in each attempt, and what the source of an imported run states. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { claimsQuery } from "@/api/runs";
import { Loading } from "@/components/loading";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { Artifacts } from "./artifacts";
import { Attempts } from "./attempts";
import { Claims } from "./claims";
import { useRun } from "./run-context";
import { Source } from "./source";

export function RunFilesPart() {
  const run = useRun();
  // Read before anything is shown, so that nothing is pushed down when they come.
  const claims = useQuery({ ...claimsQuery(useApi(), run.number), enabled: run.origin !== "measured" });
  if (claims.isLoading) return <Loading height={480} />;
  return (
    <>
      {run.source && <Source source={run.source} />}
      {run.origin !== "measured" && <Claims reference={run.number} />}
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
