/** Page of the engines: the servers that have them, and the Vdbench package that the lab installs on servers. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { engineServersQuery } from "@/api/engines";
import type { Server } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { ENGINE_TITLES, ENGINES, type EngineName } from "@/lib/engines";
import { engines as words } from "@/messages/engines";
import { countOf, javaOf, presenceOf } from "./engine-facts";
import { VdbenchPackage } from "./vdbench-package";

export function EnginesPage() {
  const { data, error, refetch } = useQuery(engineServersQuery(useApi()));
  return (
    <>
      <Text c="dimmed" maw="75ch">
        {words.explain}
      </Text>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      <Section title={words.list}>
        <DataTable
          caption={words.listCaption}
          columns={engineColumns(data)}
          rows={ENGINES}
          rowKey={(engine) => engine}
          minWidth={640}
        />
      </Section>
      <VdbenchPackage servers={data} />
      <Section title={words.servers}>
        {!data && !error && (
          <TableSkeleton caption={words.serversCaption} columns={SERVER_COLUMNS} minWidth={MIN_WIDTH} />
        )}
        {data?.length === 0 && (
          <EmptyState title={words.noServers}>
            <Text>{words.noServersHint}</Text>
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <DataTable
            caption={words.serversCaption}
            columns={SERVER_COLUMNS}
            rows={data}
            rowKey={({ id }) => id}
            minWidth={MIN_WIDTH}
          />
        )}
      </Section>
    </>
  );
}

function engineColumns(servers: readonly Server[] | undefined): Column<EngineName>[] {
  return [
    { key: "engine", title: words.columns.engine, cell: (engine) => ENGINE_TITLES[engine] },
    { key: "from", title: words.columns.from, wrap: true, cell: (engine) => words.from[engine] ?? words.unknown },
    { key: "needs", title: words.columns.needs, wrap: true, cell: (engine) => words.needs[engine] ?? words.unknown },
    {
      key: "servers",
      title: words.columns.servers,
      cell: (engine) => {
        if (!servers) return "…";
        const { have, unknown } = countOf(servers, engine);
        return words.counted(have, servers.length, unknown);
      },
    },
  ];
}

const MIN_WIDTH = 760;

const SERVER_COLUMNS: readonly Column<Server>[] = [
  {
    key: "server",
    title: words.serverColumns.server,
    cell: ({ number, name }) => (
      <AnchorLink to="/servers/$ref" params={{ ref: number }}>
        {name}
      </AnchorLink>
    ),
  },
  { key: "fio", title: ENGINE_TITLES.fio, cell: (server) => presenceText(server, "fio") },
  { key: "vdbench", title: ENGINE_TITLES.vdbench, wrap: true, cell: (server) => presenceText(server, "vdbench") },
  { key: "java", title: words.serverColumns.java, cell: (server) => words.java[javaOf(server)] },
  { key: "files", title: ENGINE_TITLES.files, cell: (server) => presenceText(server, "files") },
];

function presenceText(server: Server, engine: EngineName): string {
  return presenceOf(server, engine)?.text ?? words.notDiscovered;
}
