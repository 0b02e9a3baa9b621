/** One server: its facts, what is wrong with it, how to let the lab in, and its drives. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { serverQuery } from "@/api/servers";
import type { Server } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { server as words } from "@/messages/inventory";
import { serverCare } from "@/messages/server-care";
import { Drives } from "./drives";
import { Leases } from "./leases";
import { Maintenance } from "./maintenance";
import { Quarantine } from "./quarantine";
import { ServerAccess } from "./server-access";
import { ServerActions } from "./server-actions";
import { ServerFacts } from "./server-facts";

export function ServerPage({ reference }: { reference: string }) {
  const api = useApi();
  const { data: server, error, refetch } = useQuery(serverQuery(api, reference));
  if (!server) return error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <ServerSkeleton />;
  return (
    <>
      <PageHeader title={`${server.number} · ${server.name}`} actions={<ServerActions server={server} />}>
        <StateLabel state={server.state} />
        {server.state_reason && server.state !== "quarantined" && <Text>{server.state_reason}</Text>}
        {server.discovery !== "idle" && (
          <Text c="var(--sl-running)" role="status">
            {words.discovering}
          </Text>
        )}
      </PageHeader>
      <Quarantine server={server} />
      <Troubles server={server} />
      <ServerAccess server={server} />
      <Section title={words.facts}>
        <ServerFacts server={server} />
      </Section>
      <Section title={words.drives}>
        <Drives server={server} />
      </Section>
      {server.state !== "retired" && <Maintenance server={server} />}
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
