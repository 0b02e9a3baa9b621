/** The head of a server: its name and state, six facts, and what can be done with it. */
import { Button, Title } from "@mantine/core";
import { IconCalendarTime, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { addWindow, LONGEST_RESERVATION_DAYS } from "@/api/server-care";
import { serverSummaryQuery } from "@/api/server-summaries";
import { discoverServer } from "@/api/servers";
import type { Server, ServerSummary } from "@/api/types";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { shortAge, shortMoment } from "@/lib/short-times";
import { formatBinaryBytes, formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { reservations } from "@/messages/reservations";
import { serverPage as words } from "@/messages/server-page";
import { Badge } from "@/parts/badge";
import { serverLook } from "@/parts/badge-map";
import classes from "./server-page.module.css";

const WindowDialog = lazy(() => import("./window-dialog").then((module) => ({ default: module.WindowDialog })));
/** Suggested length of a reservation, in hours. */
const OFFERED_HOURS = 4;

export interface ServerHeadProps {
  server: Server;
  tabs: ReactNode;
  /** True if the reservation dialog is open, which the address holds. */
  isReserving: boolean;
  setReserving: (isReserving: boolean) => void;
}

export function ServerHead({ server, tabs, isReserving, setReserving }: ServerHeadProps) {
  const api = useApi();
  usePageName(server.name);
  const { data: summary } = useQuery(serverSummaryQuery(api, server));
  const { operate } = usePermissions();
  const mayUse = operate && server.state !== "retired";
  const barHasActions = useHasPlace("actions");
  const { reservation } = server;
  return (
    <header className={classes.head}>
      <title>{messages.documentTitle(`${server.name} · ${server.number}`)}</title>
      {mayUse && (
        <>
          <InTopBar place="actions">
            <div className={classes.actions} data-in-page={!barHasActions || undefined}>
              <DiscoverButton server={server} />
              <Button
                variant="default"
                leftSection={<IconCalendarTime size={15} stroke={1.75} aria-hidden="true" />}
                onClick={() => setReserving(true)}
              >
                {words.reserve}
              </Button>
            </div>
          </InTopBar>
          <InTopBar place="primary">
            <ButtonLink
              to="/new"
              search={{ server: server.number }}
              leftSection={<IconPlayerPlay size={15} stroke={2} aria-hidden="true" />}
            >
              {words.newRun}
            </ButtonLink>
          </InTopBar>
        </>
      )}
      {tabs}
      <div className={classes.titleRow}>
        <Title order={1} dir="auto" className={classes.title}>
          {server.name}
        </Title>
        <UseBadge server={server} summary={summary ?? null} />
        {reservation?.is_on && (
          <span>
            {reservations.headline(reservation.created_by ?? messages.unknown, formatDateTime(reservation.ends_at))}
          </span>
        )}
      </div>
      <Facts server={server} />
      <Suspense>
        {isReserving && mayUse && (
          <WindowDialog
            title={reservations.reserveTitle}
            submitLabel={reservations.reserveSubmit}
            longest={{ days: LONGEST_RESERVATION_DAYS, words: reservations.tooLong }}
            offeredHours={OFFERED_HOURS}
            add={(time) => addWindow(api, server.number, { kind: "reservation", ...time })}
            close={() => setReserving(false)}
          />
        )}
      </Suspense>
    </header>
  );
}

/** Uses that end by themselves. */
const TAKEN: ReadonlySet<ServerSummary["use"]> = new Set(["leased", "maintenance", "reserved"]);

/** "Measuring r-486 until 16:42". */
function UseBadge({ server, summary }: { server: Server; summary: ServerSummary | null }) {
  const run = server.busy_with?.run_number ?? null;
  const { tone, glyph, text } = serverLook(server.state, { isMeasuring: run !== null });
  const until = summary && TAKEN.has(summary.use) ? summary.free_at : null;
  const free = until === null ? null : shortMoment(new Date(until), new Date());
  return (
    <>
      <Badge tone={tone} glyph={glyph}>
        {words.until(text, null, run === null ? free : null)}
        {run !== null && (
          <>
            {" "}
            <AnchorLink to="/runs/$ref" params={{ ref: run }} inherit c="inherit" underline="always">
              {run}
            </AnchorLink>
            {free && ` ${words.until("", null, free)}`}
          </>
        )}
      </Badge>
      {server.state_reason && server.state !== "quarantined" && <span>{server.state_reason}</span>}
    </>
  );
}

function Facts({ server }: { server: Server }) {
  const { product_name, os_name, kernel, cpu_model, cpu_sockets, memory_bytes, fio_version, vdbench_version } = server;
  const { runner_version, last_seen_at } = server;
  const age = last_seen_at === null ? null : shortAge(new Date(last_seen_at), new Date());
  const facts: [string, string | null][] = [
    [words.facts.model, product_name],
    [words.facts.system, [os_name, kernel && words.kernel(kernel)].filter(Boolean).join(", ") || null],
    [words.facts.processor, cpu_model && words.sockets(cpu_sockets ?? 1, cpu_model)],
    [words.facts.memory, memory_bytes === null ? null : formatBinaryBytes(memory_bytes)],
    [
      words.facts.tools,
      [fio_version, vdbench_version && `Vdbench ${vdbench_version}`].filter(Boolean).join(", ") || null,
    ],
    [words.facts.runner, runner_version && words.runnerSeen(runner_version, age)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value ?? messages.unknown}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Reads the server again; `isRetry` names it for a server that is away. */
export function DiscoverButton({ server, isRetry = false }: { server: Server; isRetry?: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const discover = useMutation({
    mutationFn: () => discoverServer(api, server.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  return (
    <>
      {discover.error && <ErrorNotice error={discover.error} />}
      <Button
        variant={isRetry ? "default" : "subtle"}
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
        onClick={() => discover.mutate()}
        loading={discover.isPending}
        disabled={server.discovery !== "idle"}
      >
        {isRetry ? words.retry : words.discover}
      </Button>
    </>
  );
}
