/** The raw files of a run, byte for byte, with their SHA-256. */
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { artifactAddress, artifactsQuery } from "@/api/runs";
import type { Artifact } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { ErrorNotice } from "@/components/notice";
import { formatBinaryBytes } from "@/lib/units";
import { run as words } from "@/messages/run";
import classes from "./run.module.css";

export function Artifacts({ runId, count }: { runId: string; count: number }) {
  return count === 0 ? <Text c="dimmed">{words.noArtifacts}</Text> : <Files runId={runId} count={count} />;
}

function Files({ runId, count }: { runId: string; count: number }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(artifactsQuery(api, runId));
  const columns: readonly Column<Artifact>[] = [
    {
      key: "name",
      title: words.columns.file,
      cell: (artifact) => <code>{artifact.name}</code>,
    },
    { key: "kind", title: words.columns.kind, cell: (artifact) => artifact.kind },
    {
      key: "size",
      title: words.columns.size,
      numeric: true,
      cell: (artifact) => formatBinaryBytes(artifact.size_bytes),
    },
    {
      key: "sha256",
      title: words.columns.sha256,
      cell: (artifact) => (
        <span className={classes.digest} title={artifact.sha256}>
          {artifact.sha256}
        </span>
      ),
    },
    {
      key: "download",
      title: words.download,
      cell: (artifact) => (
        <Anchor href={artifactAddress(api, artifact.id)} download aria-label={words.downloadOf(artifact.name)}>
          {words.download}
        </Anchor>
      ),
    },
  ];
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.artifactsCaption} columns={columns} rows={Math.min(count, 12)} />;
  return (
    <DataTable
      caption={words.artifactsCaption}
      columns={columns}
      rows={data.items}
      long
      rowKey={(artifact) => artifact.id}
      minWidth={720}
    />
  );
}
