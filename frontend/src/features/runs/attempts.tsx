/** The attempts at a run and what happened in each. */
import { Group, Text } from "@mantine/core";
import type { Attempt } from "@/api/types";
import { EventTable } from "@/components/event-table";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import classes from "./run.module.css";

const words = messages.run;

export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <Text c="dimmed">{words.noAttempts}</Text>;
  return (
    <div className={classes.groups}>
      {attempts.map((attempt) => (
        <div key={attempt.id} className={classes.group}>
          <Group gap={16}>
            <h3>{words.attempt(attempt.ordinal)}</h3>
            <StateLabel state={attempt.state} />
            {attempt.reach === "unreachable" && <StateLabel state="unreachable" />}
          </Group>
          <EventTable caption={words.attempt(attempt.ordinal)} events={attempt.events} />
        </div>
      ))}
    </div>
  );
}
