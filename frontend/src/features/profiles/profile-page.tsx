/** One profile in one of its versions: what it does, what can be chosen, its plan, its history. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { archiveProfile, profileQuery, profilesKey } from "@/api/profiles";
import type { ProfileDetail, ProfileParameter, ProfileVersion } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { Tag } from "@/components/tag";
import { formatDuration } from "@/lib/units";
import { messages, word } from "@/messages";
import { profiles, profile as words } from "@/messages/profiles";
import { PlanView } from "./plan-view";
import { enginesText, quantityText, writesText } from "./profile-text";
import classes from "./profiles.module.css";

const PAGE_HEIGHT = 900;
/** What the durations of a profile are stated for. */
const STATED_SIZE = "256 MiB";

export function ProfilePage({ name, version }: { name: string; version: number | undefined }) {
  const { data, error, refetch } = useQuery(profileQuery(useApi(), name, version));
  if (error && !data) {
    return (
      <>
        <PageHeader title={name} />
        <ErrorNotice error={error} retry={() => void refetch()} />
      </>
    );
  }
  return data ? <Shown profile={data} /> : <Loading height={PAGE_HEIGHT} />;
}

function Shown({ profile }: { profile: ProfileDetail }) {
  const { name, version, latest_version: latest } = profile;
  return (
    <>
      <PageHeader
        title={profile.title}
        documentTitle={words.document(name, version)}
        actions={<Actions profile={profile} />}
      >
        <span className={classes.path}>{words.document(name, version)}</span>
        {profile.archived && <Tag label={profiles.archivedTag} detail={words.isArchived} level="warn" />}
      </PageHeader>
      {version < latest && (
        <Notice level="info">
          {words.older(version, latest)}
          <AnchorLink to="/profiles/$name" params={{ name }} underline="always">
            {words.toNewest}
          </AnchorLink>
        </Notice>
      )}
      {profile.problem && (
        <Notice level="error" title={words.unreadable}>
          {profile.problem}
        </Notice>
      )}
      <Prose text={profile.description} />
      {profile.source && <Prose text={words.sourceIs(profile.source)} dimmed />}
      <Facts profile={profile} />
      <Section title={words.parameters}>
        {profile.parameters.length === 0 ? (
          <Text c="dimmed">{words.noParameters}</Text>
        ) : (
          <DataTable
            caption={words.parametersCaption}
            columns={PARAMETER_COLUMNS}
            rows={profile.parameters}
            rowKey={(parameter) => parameter.name}
          />
        )}
      </Section>
      {!profile.problem && (
        <Section title={words.plan}>
          <PlanView {...profile} />
        </Section>
      )}
      <Section title={words.versions}>
        <Versions profile={profile} />
      </Section>
      <Section title={words.definition}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
        <pre className={classes.code} tabIndex={0}>
          {profile.text}
        </pre>
      </Section>
    </>
  );
}

/** Paragraphs; where a line ends within one says nothing. */
function Prose({ text, dimmed = false }: { text: string; dimmed?: boolean }) {
  return (
    <div className={classes.prose}>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <Text key={paragraph} c={dimmed ? "dimmed" : undefined} maw="90ch">
          {paragraph}
        </Text>
      ))}
    </div>
  );
}

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

function Facts({ profile }: { profile: ProfileDetail }) {
  const durations = [formatDuration(profile.estimated_seconds), formatDuration(profile.max_seconds)] as const;
  const isOwn = profile.origin === "custom";
  return (
    <PropertyList
      properties={[
        property(words.from, word(profiles.origins, profile.origin ?? "")),
        property(words.engines, enginesText(profile)),
        property(words.effect, writesText(profile)),
        ...(profile.purge ? [property(words.before, words.purge)] : []),
        property(words.duration, words.durationOf(...durations, STATED_SIZE)),
        ...(isOwn
          ? [
              property(words.basedOn, <BasedOn on={profile.based_on ?? null} />),
              property(words.owner, profile.owner),
              property(words.saved, <Saved at={profile.created_at ?? null} by={profile.created_by ?? null} />),
              property(words.note, profile.note ? <p className={classes.note}>{profile.note}</p> : messages.none),
            ]
          : []),
      ]}
    />
  );
}

function Saved({ at, by }: { at: string | null; by: string | null }) {
  return (
    <>
      <Moment at={at} /> {words.savedBy(by ?? messages.unknown)}
    </>
  );
}

/** Leads to what a version goes out from, as in `quick-4k@1`. */
function BasedOn({ on }: { on: string | null }) {
  const [name, version] = (on ?? "").split("@");
  if (!name || !version) return words.noBase;
  return (
    <AnchorLink to="/profiles/$name" params={{ name }} search={{ version: Number(version) }} underline="always">
      {words.document(name, Number(version))}
    </AnchorLink>
  );
}

function Versions({ profile }: { profile: ProfileDetail }) {
  const { versionColumns: titles } = words;
  const columns: readonly Column<ProfileVersion>[] = [
    {
      key: "version",
      title: titles.version,
      cell: ({ version }) => (
        <>
          <AnchorLink to="/profiles/$name" params={{ name: profile.name }} search={{ version }} underline="always">
            {words.versionLink(version)}
          </AnchorLink>{" "}
          {version === profile.version && <Tag label={words.shown} />}
        </>
      ),
    },
    {
      key: "when",
      title: titles.when,
      cell: ({ created_at }) => (created_at ? <Moment at={created_at} /> : words.withProgram),
    },
    { key: "changes", title: words.changes, cell: ({ version }) => <Changes name={profile.name} version={version} /> },
    { key: "by", title: titles.by, cell: ({ created_by }) => created_by ?? messages.none },
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
function Changes({ name, version }: { name: string; version: number }) {
  if (version === 1) return messages.none;
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

function Actions({ profile }: { profile: ProfileDetail }) {
  const { operate } = usePermissions();
  const { name, version, latest_version: latest, archived, origin } = profile;
  if (!operate) return null;
  const isOwn = origin === "custom";
  return (
    <>
      {isOwn && <Archiving profile={profile} />}
      {isOwn && !archived && (
        <ButtonLink variant="default" to="/profiles/$name/edit" params={{ name }}>
          {words.edit}
        </ButtonLink>
      )}
      <ButtonLink variant="default" to="/profiles/new" search={{ from: `${name}@${version}` }}>
        {words.copy}
      </ButtonLink>
      {!archived && version === latest && (
        <ButtonLink to="/new" search={{ profile: name }}>
          {words.useInJob}
        </ButtonLink>
      )}
    </>
  );
}

function Archiving({ profile }: { profile: ProfileDetail }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const set = async (archived: boolean) => {
    await archiveProfile(api, profile.name, archived);
    await queryClient.invalidateQueries({ queryKey: profilesKey });
  };
  const restore = useMutation({ mutationFn: () => set(false) });
  if (profile.archived) {
    return (
      <>
        {restore.error && <ErrorNotice error={restore.error} />}
        <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
          {words.restore}
        </Button>
      </>
    );
  }
  return (
    <ConfirmButton
      title={words.archiveTitle}
      explanation={words.archiveExplain(profile.name)}
      confirmLabel={words.archive}
      keepLabel={words.keepIt}
      confirm={() => set(true)}
    />
  );
}
