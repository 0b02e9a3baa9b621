/** Command for root, and the wait until the server accepts its effect: polled, with the state in words. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/api/context";
import { enrolmentQuery } from "@/api/enrolments";
import { discoverServer, serverQuery } from "@/api/servers";
import type { Drive, Enrolment, Server } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { dayOf } from "@/lib/calendar";
import { messages } from "@/messages";
import { enrolment as words } from "@/messages/enrolment";
import { Callout } from "@/parts/callout";
import { Copyable } from "@/parts/copyable";

export interface EnrolmentWaitProps {
  drive: Drive;
  id: string;
  /** Shown until the enrolment itself is read. */
  command: string | null;
  explain: string;
  /** Return true once the server has accepted the expected change. */
  isDone: (enrolment: Enrolment) => boolean;
  /** Return the meaning of that state, with the day until which it is valid. */
  doneText: (until: string | null) => string;
  close: () => void;
}

export function EnrolmentWait({ drive, id, command, explain, isDone, doneText, close }: EnrolmentWaitProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: enrolment, error, refetch } = useQuery(enrolmentQuery(api, id, true));
  const server = useQuery(serverQuery(api, drive.server.number)).data;
  const check = useMutation({
    mutationFn: () => discoverServer(api, drive.server.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers", "detail"] }),
  });
  const done = enrolment !== undefined && isDone(enrolment);
  const isOver = done || enrolment?.state === "void" || enrolment?.state === "withdrawn";
  useEffect(() => {
    // The pages behind the dialog show it, too.
    if (isOver) void queryClient.invalidateQueries({ queryKey: ["hardware"] });
  }, [isOver, queryClient]);
  const isChecking = check.isPending || (server !== undefined && server.discovery !== "idle");
  const shown = enrolment?.command ?? enrolment?.extend_command ?? command;
  return (
    <Stack gap={16}>
      {!done && shown !== null && (
        <>
          <Text>{explain}</Text>
          <Copyable value={shown} label={words.command} />
        </>
      )}
      <div role="status">
        {done && (
          <Callout tone="ok" fact={words.accepted}>
            {doneText(enrolment.expires_at && dayOf(Date.parse(enrolment.expires_at)))}
          </Callout>
        )}
        {!done && <EnrolmentNotice enrolment={enrolment} server={server} name={drive.server.name} />}
      </div>
      {(error ?? check.error) && <ErrorNotice error={error ?? check.error} retry={() => void refetch()} />}
      <Group justify="flex-end" gap={8}>
        {!done && (
          <Button variant="default" disabled={isChecking} onClick={() => check.mutate()}>
            {isChecking ? words.checking : words.checkNow}
          </Button>
        )}
        <Button variant={done ? "filled" : "default"} onClick={close}>
          {words.close}
        </Button>
      </Group>
    </Stack>
  );
}

interface EnrolmentNoticeProps {
  enrolment: Enrolment | undefined;
  server: Server | undefined;
  name: string;
}

/** Show the reason for a delay, or for a change that will not happen. */
function EnrolmentNotice({ enrolment, server, name }: EnrolmentNoticeProps) {
  if (enrolment?.state === "void") {
    return (
      <Callout tone="err" fact={words.refused}>
        {enrolment.void_reason ?? messages.unknown}
      </Callout>
    );
  }
  if (enrolment?.state === "withdrawn") {
    return (
      <Callout tone="err" fact={words.withdrawn}>
        {enrolment.void_reason}
      </Callout>
    );
  }
  if (server?.state === "unreachable") {
    return (
      <Callout tone="warn" fact={words.unreachable(name)}>
        {words.unreachableHint}
      </Callout>
    );
  }
  if (server?.state === "quarantined") {
    return (
      <Callout tone="warn" fact={words.quarantined(name)}>
        {server.state_reason}
      </Callout>
    );
  }
  return <Text c="dimmed">{words.waiting(name)}</Text>;
}
