/** The health checks of a server: what came of each and why, one now, and their schedule. */
import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { checkHealth, healthChecksQuery, isUnderWay } from "@/api/health-checks";
import { usePermissions } from "@/api/permissions";
import type { HealthCheck, Server } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { type Property, PropertyList, property } from "@/components/property-list";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { healthChecks as words } from "@/messages/health-checks";

const ScheduleDialog = lazy(() => import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })));
const LINE_HEIGHT = 20;

export function HealthChecks({ server }: { server: Server }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(healthChecksQuery(api, server.number));
  const [opened, { open, close }] = useDisclosure();
  const check = useMutation({
    mutationFn: () => checkHealth(api, server.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  const underWay = Boolean(data?.items.some(isUnderWay));
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
      <PropertyList properties={[property(words.outOfService, outOf(server)), ...scheduleOf(server)]} />
      {!data && !error && <Loading height={LINE_HEIGHT} />}
      {data && <Checks checks={data.items} more={data.next_cursor !== null} />}
      <Suspense>{opened && <ScheduleDialog server={server} close={close} />}</Suspense>
    </Section>
  );
}

function Checks({ checks, more }: { checks: readonly HealthCheck[]; more: boolean }) {
  if (checks.length === 0) return <Text c="dimmed">{words.never}</Text>;
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={COLUMNS}
        rows={checks}
        rowKey={({ job_number }) => job_number}
        minWidth={720}
        long
      />
      {more && <Text c="dimmed">{words.newest(checks.length)}</Text>}
    </>
  );
}

const COLUMNS: readonly Column<HealthCheck>[] = [
  { key: "at", title: words.columns.at, cell: ({ created_at }) => <Moment at={created_at} /> },
  { key: "result", title: words.columns.result, cell: (check) => <Result check={check} /> },
  { key: "reason", title: words.columns.reason, wrap: true, cell: ({ reason }) => reason ?? messages.none },
  { key: "run", title: words.columns.run, cell: ({ run_number }) => <RunLink number={run_number} /> },
  {
    key: "job",
    title: words.columns.job,
    cell: ({ job_number }) => (
      <AnchorLink to="/jobs/$ref" params={{ ref: job_number }}>
        {job_number}
      </AnchorLink>
    ),
  },
  { key: "by", title: words.columns.by, cell: requestedBy },
];

/** Show the result of a health check, or its progress until there is one. */
function Result({ check: { passed, state } }: { check: HealthCheck }) {
  if (passed === null) return <StateLabel state={state} />;
  return passed ? <ConditionLabel condition="passed" /> : <ConditionLabel condition="failed" />;
}

function RunLink({ number }: { number: string | null }) {
  if (number === null) return messages.none;
  return (
    <AnchorLink to="/runs/$ref" params={{ ref: number }}>
      {number}
    </AnchorLink>
  );
}

function requestedBy({ scheduled, requested_by }: HealthCheck): string {
  return scheduled ? words.scheduled : (requested_by ?? messages.unknown);
}

/** Beginning of the lab's reason if a health check was the cause. */
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
