/** Choice of the server. Those that cannot take a job give the reason. */
import { Text } from "@mantine/core";
import type { Server } from "@/api/types";
import { messages, word } from "@/messages";
import { newJob as words } from "@/messages/jobs";
import { ChoiceCards } from "./choice-cards";
import { ButtonLink } from "./link";
import { EmptyState } from "./page";

export interface ServerChoiceProps {
  servers: readonly Server[];
  chosen: Server | undefined;
  /** Is given the number of the server. */
  choose: (server: string) => void;
  error: string | undefined;
}

/** Servers a job can be given to: it waits for a busy one, but not for one that is away. */
export function takesJobs(server: Server): boolean {
  return server.state === "ready" || server.state === "busy";
}

/** Return the server that a draft names; the only usable one is chosen automatically. */
export function chosenServer(named: string | undefined, servers: readonly Server[]): Server | undefined {
  if (named) return servers.find(({ id, number }) => id === named || number === named);
  const usable = servers.filter(takesJobs);
  return usable.length === 1 ? usable[0] : undefined;
}

export function ServerChoice({ servers, chosen, choose, error }: ServerChoiceProps) {
  const offered = servers.filter(({ state }) => state !== "retired");
  if (offered.length === 0) {
    return (
      <EmptyState title={words.noServers}>
        <ButtonLink to="/servers/new">{words.addServer}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ChoiceCards
        label={words.server}
        value={chosen?.number ?? null}
        onChange={choose}
        error={error}
        choices={offered.map((server) => ({
          value: server.number,
          title: `${server.name} (${server.number})`,
          detail: availabilityText(server),
          disabled: !takesJobs(server),
        }))}
      />
      {chosen && !takesJobs(chosen) && <Text c="var(--sl-warn)">{availabilityText(chosen)}</Text>}
    </>
  );
}

function availabilityText(server: Server): string {
  if (server.busy_with) return words.busyWith(server.busy_with.job_number);
  if (!takesJobs(server)) {
    return words.notReady(server.last_error?.message ?? server.state_reason ?? word(messages.states, server.state));
  }
  return [server.cpu_model, server.os_name, server.fio_version].filter(Boolean).join(" · ");
}
