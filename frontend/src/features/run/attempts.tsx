/** The attempts at a run: their preparation, interlocks and neighbours, and what happened in each. */
import { Group, Text } from "@mantine/core";
import { isTerminalAttempt } from "@/api/attempts";
import type { Attempt, Run } from "@/api/types";
import { AttemptNotices } from "@/components/attempt-notices";
import { EventTable } from "@/components/event-table";
import { OperationTable } from "@/components/operation-table";
import { StateLabel } from "@/components/state-label";
import { attempts as words } from "@/messages/attempts";
import { run as runWords } from "@/messages/run";
import { AttemptProbes } from "./attempt-probes";
import { OverrideButton } from "./override-button";
import classes from "./run.module.css";

const { attempt: attemptName, noAttempts } = runWords;

export function Attempts({ run }: { run: Run }) {
  if (run.attempts.length === 0) return <Text c="dimmed">{noAttempts}</Text>;
  return (
    <div className={classes.groups}>
      {run.attempts.map((attempt) => (
        <AttemptDetails key={attempt.id} attempt={attempt} run={run} />
      ))}
    </div>
  );
}

function AttemptDetails({ attempt, run }: { attempt: Attempt; run: Run }) {
  const over = isTerminalAttempt(attempt);
  const resumedFrom = run.attempts.find(({ number }) => number === attempt.resumed_from);
  return (
    <div className={classes.group}>
      <Group gap={16}>
        <h3>{attemptName(attempt.ordinal)}</h3>
        <StateLabel state={attempt.state} />
        {attempt.connectivity === "unreachable" && <StateLabel state="unreachable" />}
        {!over && run.server && <OverrideButton attempt={attempt} server={run.server.name} />}
      </Group>
      <AttemptNotices attempt={attempt} />
      {resumedFrom && <Text>{words.resumedFrom(resumedFrom.ordinal)}</Text>}
      {attempt.operations.length > 0 && (
        <OperationTable caption={words.operationsCaption(attempt.ordinal)} operations={attempt.operations} />
      )}
      <AttemptProbes results={attempt.probe_results} />
      <EventTable caption={attemptName(attempt.ordinal)} events={attempt.events.toReversed()} />
    </div>
  );
}
