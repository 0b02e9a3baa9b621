/** The tabs of a profile beside its plan: parameters, files, versions and runs. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { profileCheckQuery } from "@/api/profiles";
import { runsQuery } from "@/api/runs";
import type { ProfileDetail, ProfileParameter, ProfileUse, ProfileVersion, RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { messages } from "@/messages";
import { profile as words } from "@/messages/profiles";
import { runs as runWords } from "@/messages/runs";
import { StateBadge } from "@/parts/badge";
import { EmptyState } from "@/parts/empty-state";
import { BasedOn } from "./based-on";
import { hasVersionBefore } from "./parameters-card";
import { JobFiles } from "./plan-view";
import { quantityText } from "./profile-text";
import classes from "./profiles.module.css";

/** The target of the job files that are shown. */
const SHOWN_BYTES = 256 * 1024 * 1024;
const FILES_HEIGHT = 400;

const PARAMETER_COLUMNS: readonly Column<ProfileParameter>[] = [
  { key: "title", title: words.parameterColumns.title, wrap: true, cell: ({ title }) => title },
  { key: "name", title: words.parameterColumns.name, cell: ({ name }) => <code>{name}</code> },
  ...(["default", "min", "max"] as const).map((bound) => ({
    key: bound,
    title: words.parameterColumns[bound],
    numeric: true,
    cell: (parameter: ProfileParameter) => quantityText(parameter, parameter[bound]),
  })),
];

export function ParametersTab({ profile }: { profile: ProfileDetail }) {
  if (profile.parameters.length === 0) return <EmptyState title={words.parameters} text={words.noParameters} />;
  return (
    <DataTable
      caption={words.parametersCaption}
      columns={PARAMETER_COLUMNS}
      rows={profile.parameters}
      rowKey={(parameter) => parameter.name}
    />
  );
}

export function FilesTab({ profile }: { profile: ProfileDetail }) {
  const { operate } = usePermissions();
  return (
    <div className={classes.files} data-alone={!operate || undefined}>
      <section className={classes.column} aria-labelledby="profile-text">
        <h2 id="profile-text">{words.definition}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
        <pre className={classes.code} tabIndex={0}>
          {profile.text}
        </pre>
      </section>
      {operate && !profile.problem && <Rendered profile={profile} />}
    </div>
  );
}

/** The files that the engine is given; making them takes the right to operate. */
function Rendered({ profile }: { profile: ProfileDetail }) {
  const request = { text: profile.text, target_bytes: SHOWN_BYTES, engine: null };
  const { data, error, refetch } = useQuery(profileCheckQuery(useApi(), request));
  return (
    <section className={classes.column} aria-labelledby="job-files">
      <h2 id="job-files">{words.jobFiles}</h2>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading height={FILES_HEIGHT} />}
      {data && <JobFiles files={data.job_files} phases={profile.phases} />}
    </section>
  );
}

export function VersionsTab({ profile, use }: { profile: ProfileDetail; use: ProfileUse | undefined }) {
  const { versionColumns: titles } = words;
  const runs = new Map(use?.versions.map((entry) => [entry.version, entry.run_count]));
  const columns: readonly Column<ProfileVersion>[] = [
    {
      key: "version",
      title: titles.version,
      cell: ({ version }) => (
        <AnchorLink to="/profiles/$name" params={{ name: profile.name }} search={{ version }}>
          {words.versionLink(version)}
        </AnchorLink>
      ),
    },
    {
      key: "when",
      title: titles.when,
      cell: ({ created_at }) => (created_at ? <Moment at={created_at} /> : words.withProgram),
    },
    { key: "changes", title: words.changes, cell: ({ version }) => <Changes profile={profile} version={version} /> },
    { key: "by", title: titles.by, cell: ({ created_by }) => created_by ?? messages.none },
    {
      key: "runs",
      title: titles.runs,
      numeric: true,
      cell: ({ version }) => (use ? (runs.get(version) ?? 0) : messages.none),
    },
    { key: "based", title: titles.basedOn, cell: ({ based_on }) => <BasedOn on={based_on} /> },
    { key: "note", title: titles.note, wrap: true, cell: ({ note }) => note || messages.none },
  ];
  return (
    <DataTable
      caption={words.versionsCaption}
      columns={columns}
      rows={profile.versions}
      rowKey={({ version }) => String(version)}
      long
    />
  );
}

/** Leads to what a version changed; the first has none before it. */
function Changes({ profile: { name, versions }, version }: { profile: ProfileDetail; version: number }) {
  if (!hasVersionBefore({ version, versions })) return messages.none;
  return (
    <AnchorLink
      to="/profiles/$name/diff"
      params={{ name }}
      search={{ a: version - 1, b: version }}
      underline="always"
      aria-label={words.changesOf(version, version - 1)}
    >
      {words.changesSince(version - 1)}
    </AnchorLink>
  );
}

const RUN_COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "number",
    title: runWords.columns.number,
    cell: ({ number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "title", title: runWords.columns.title, wrap: true, cell: ({ title }) => title },
  { key: "version", title: words.version, numeric: true, cell: ({ profile }) => profile?.version ?? messages.none },
  { key: "server", title: runWords.columns.server, cell: ({ server }) => server?.name ?? messages.none },
  {
    key: "state",
    title: runWords.columns.state,
    cell: ({ state, verdict }) => <StateBadge state={state} verdict={verdict?.status ?? null} />,
  },
  { key: "added", title: runWords.columns.added, cell: ({ created_at }) => <Moment at={created_at} /> },
];

export function RunsTab({ profile: { name } }: { profile: ProfileDetail }) {
  const { data, error, refetch } = useQuery(runsQuery(useApi(), { profile: name }));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.runsCaption} columns={RUN_COLUMNS} />;
  if (data.items.length === 0) return <EmptyState title={words.noRunsTitle} text={words.unused} />;
  return <DataTable caption={words.runsCaption} columns={RUN_COLUMNS} rows={data.items} rowKey={({ id }) => id} long />;
}
