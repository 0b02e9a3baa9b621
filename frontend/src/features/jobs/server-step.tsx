/** Step 1: on which server. Those that cannot take a job say why. */
import { Text } from "@mantine/core";
import type { Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { ButtonLink } from "@/components/link";
import { EmptyState } from "@/components/page";
import { messages, word } from "@/messages";
import { newJob as words } from "@/messages/jobs";
import { takesJobs } from "./draft";
import type { StepProps } from "./new-job";

export interface ServerStepProps extends StepProps {
  servers: readonly Server[];
  chosen: Server | undefined;
}

export function ServerStep({ servers, chosen, change, errors }: ServerStepProps) {
  const offered = servers.filter(({ state }) => state !== "retired");
  if (offered.length === 0) {
    return (
      <EmptyState title={words.noServers}>
        <ButtonLink to="/inventory/servers/new">{words.addServer}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ChoiceCards
        label={words.server}
        value={chosen?.number ?? null}
        onChange={(server) => change({ server, drives: undefined })}
        error={errors.server_id}
        choices={offered.map((server) => ({
          value: server.number,
          title: `${server.name} (${server.number})`,
          detail: standing(server),
          disabled: !takesJobs(server),
        }))}
      />
      {chosen && !takesJobs(chosen) && <Text c="var(--sl-warn)">{standing(chosen)}</Text>}
    </>
  );
}

function standing(server: Server): string {
  if (server.busy_with) return words.busyWith(server.busy_with.job_number);
  if (!takesJobs(server)) {
    return words.notReady(server.last_error?.message ?? server.state_reason ?? word(messages.states, server.state));
  }
  return [server.cpu_model, server.os_name, server.fio_version].filter(Boolean).join(" · ");
}
