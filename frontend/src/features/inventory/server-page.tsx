/** One server: what is wrong with it and how to let the lab in, above its facts or another view of it. */

import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { serverQuery } from "@/api/servers";
import type { Server } from "@/api/types";
import { InventoryLinks } from "@/components/inventory-links";
import { Loading } from "@/components/loading";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { TabLinks } from "@/components/tab-links";
import { formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware, tree } from "@/messages/hardware";
import { server as words } from "@/messages/inventory";
import { reservations } from "@/messages/reservations";
import { serverCare } from "@/messages/server-care";
import { Drives } from "./drives";
import { HealthChecks } from "./health-checks";
import { Leases } from "./leases";
import { Maintenance } from "./maintenance";
import { Quarantine } from "./quarantine";
import { Reservations } from "./reservations";
import { ServerAccess } from "./server-access";
import { ServerActions } from "./server-actions";
import { ServerFacts } from "./server-facts";

export interface ServerPageProps {
  reference: string;
  /** What stands instead of the facts, where another view is open. */
  view: ((server: Server) => ReactNode) | undefined;
  /** What people wrote down about it and its photos, among its facts. */
  writtenDown: (server: Server) => ReactNode;
}

export function ServerPage({ reference, view, writtenDown }: ServerPageProps) {
  const api = useApi();
  const { data: server, error, refetch } = useQuery(serverQuery(api, reference));
  if (!server && error) {
    return (
      <NotShown what={word(hardware.kinds, "server")} error={error} retry={() => void refetch()}>
        <InventoryLinks />
      </NotShown>
    );
  }
  if (!server) return <ServerSkeleton />;
  return (
    <>
      <PageHeader title={`${server.number} · ${server.name}`} actions={<ServerActions server={server} />}>
        <StateLabel state={server.state} />
        {server.state_reason && server.state !== "quarantined" && <Text>{server.state_reason}</Text>}
        <Reserved server={server} />
        {server.discovery !== "idle" && (
          <Text c="var(--sl-accent-ink)" role="status">
            {words.discovering}
          </Text>
        )}
      </PageHeader>
      <Quarantine server={server} />
      <Troubles server={server} />
      <Tabs reference={reference} />
      {view ? (
        <Suspense fallback={<Loading height={400} />}>{view(server)}</Suspense>
      ) : (
        <Facts server={server} writtenDown={writtenDown} />
      )}
    </>
  );
}

function Reserved({ server: { reservation } }: { server: Server }) {
  if (!reservation?.is_on) return null;
  return (
    <Text>
      {reservations.headline(reservation.created_by ?? messages.unknown, formatDateTime(reservation.ends_at))}
    </Text>
  );
}

function Tabs({ reference }: { reference: string }) {
  const to = "/inventory/servers/$ref";
  const params = { ref: reference };
  const exact = { exact: true };
  return (
    <TabLinks label={tree.navigation}>
      <Link to={to} params={params} search={{ tab: undefined }} activeOptions={exact}>
        {tree.tabs.facts}
      </Link>
      <Link to={to} params={params} search={{ tab: "tree" }} activeOptions={exact}>
        {tree.tabs.tree}
      </Link>
      <Link to={to} params={params} search={{ tab: "slots" }} activeOptions={exact}>
        {tree.tabs.slots}
      </Link>
      <Link to={to} params={params} search={{ tab: "history" }} activeOptions={exact}>
        {tree.tabs.history}
      </Link>
    </TabLinks>
  );
}

function Facts({ server, writtenDown }: { server: Server } & Pick<ServerPageProps, "writtenDown">) {
  return (
    <>
      <ServerAccess server={server} />
      <Section title={words.facts}>
        <ServerFacts server={server} />
      </Section>
      {writtenDown(server)}
      <Section title={words.drives}>
        <Drives server={server} />
      </Section>
      <HealthChecks server={server} />
      {server.state !== "retired" && (
        <>
          <Maintenance server={server} />
          <Reservations server={server} />
        </>
      )}
      <Section title={serverCare.leases}>
        <Leases server={server} />
      </Section>
    </>
  );
}

function Troubles({ server }: { server: Server }) {
  const seen = server.last_seen_at ? words.lastSeen(formatDateTime(server.last_seen_at)) : words.neverSeen;
  return (
    <>
      {server.last_error && (
        <Notice level="error" title={words.lastError}>
          <div>{server.last_error.message}</div>
          <div>{seen}</div>
        </Notice>
      )}
      {server.warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          {server.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Notice>
      )}
    </>
  );
}

function ServerSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="40%" mb={24} />
      <Skeleton height={280} mb={24} />
      <Skeleton height={160} />
    </div>
  );
}
