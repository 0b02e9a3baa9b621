/** The health checks of a server: the last one and what came of it, one now, and their schedule. */
import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import {
  checkHealth,
  isScheduled,
  JOBS_LOOKED_THROUGH,
  type LastHealthCheck,
  lastHealthCheckQuery,
} from "@/api/health-checks";
import { isTerminalJob } from "@/api/jobs";
import { usePermissions } from "@/api/permissions";
import type { ListedJob, Server } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { type Property, PropertyList, property } from "@/components/property-list";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { healthChecks as words } from "@/messages/health-checks";

const ScheduleDialog = lazy(() => import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })));

export function HealthChecks({ server }: { server: Server }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(lastHealthCheckQuery(api, server.number));
  const [opened, { open, close }] = useDisclosure();
  const check = useMutation({
    mutationFn: () => checkHealth(api, server.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  const underWay = Boolean(data?.job && !isTerminalJob(data.job.state));
  const buttons = operate && server.state !== "retired" && (
    <Group gap={8}>
      <Button variant="default" size="xs" onClick={open}>
        {words.change}
      </Button>
      <Button variant="default" size="xs" loading={check.isPending} disabled={underWay} onClick={() => check.mutate()}>
        {words.run}
      </Button>
    </Group>
  );
  return (
    <Section title={words.title} aside={buttons}>
      <Text c="dimmed">{words.explain}</Text>
      {check.error && <ErrorNotice error={check.error} />}
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      <PropertyList properties={[...lastOf(data, server), ...scheduleOf(server)]} />
      <Suspense>{opened && <ScheduleDialog server={server} close={close} />}</Suspense>
    </Section>
  );
}

/** The same rows whether or not there is a check, so that nothing moves when it is known. */
function lastOf(last: LastHealthCheck | undefined, server: Server): Property[] {
  return [
    property(words.last, last ? whenOf(last) : messages.none),
    property(words.result, last?.job ? resultOf(last.job) : messages.none),
    property(words.outOfService, outOf(server)),
  ];
}

function whenOf({ job, all }: LastHealthCheck): ReactNode {
  if (!job) return all ? words.never : words.notAmong(JOBS_LOOKED_THROUGH);
  const by = isScheduled(job) || job.submitted_by === null ? words.scheduled : words.askedFor(job.submitted_by);
  return (
    <>
      <AnchorLink underline="always" to="/jobs/$ref" params={{ ref: job.number }}>
        {job.number}
      </AnchorLink>
      , <Moment at={job.created_at} />, {by}
    </>
  );
}

function resultOf({ state, failure }: ListedJob): ReactNode {
  return (
    <>
      <StateLabel state={state} />
      {failure && <div>{failure.message}</div>}
    </>
  );
}

/** What the lab says first when a health check was the reason. */
const FROM_CHECK = "Its health check";

function outOf({ state, state_reason }: Server): string {
  if (state !== "quarantined" || state_reason === null) return words.notOut;
  return state_reason.startsWith(FROM_CHECK) ? words.out(state_reason) : words.outElsewhere(state_reason);
}

function scheduleOf({ health_check_hours: hours, health_check_due_at: due }: Server): Property[] {
  return [
    property(words.schedule, hours === null ? words.off : words.every(String(hours))),
    property(words.next, hours !== null && due !== null ? <Moment at={due} /> : messages.none),
  ];
}
