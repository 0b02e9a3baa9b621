/** Differences between two versions of a profile: field by field, and line by line of their texts. */
import { Button, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { profileDiffQuery, profileQuery } from "@/api/profiles";
import type { ProfileDiff, ProfileDifference, ProfileLine, ProfileVersion } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { longSelect } from "@/components/long-select";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { word } from "@/messages";
import { profile, profileDiff as words } from "@/messages/profiles";
import classes from "./profiles.module.css";

export interface Sides {
  a: number | undefined;
  b: number | undefined;
}

export interface ProfileDiffPageProps extends Sides {
  name: string;
  change: (sides: Partial<Sides>) => void;
}

export function ProfileDiffPage({ name, a, b, change }: ProfileDiffPageProps) {
  const chosen = a !== undefined && b !== undefined;
  return (
    <>
      <PageHeader
        title={words.title(name)}
        documentTitle={chosen ? words.documentTitle(name, a, b) : undefined}
        actions={
          <ButtonLink variant="default" to="/profiles/$name" params={{ name }}>
            {words.back}
          </ButtonLink>
        }
      />
      <Choice name={name} a={a} b={b} change={change} />
      {chosen ? (
        <Differences name={name} a={a} b={b} />
      ) : (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
        </EmptyState>
      )}
    </>
  );
}

function Choice({ name, a, b, change }: ProfileDiffPageProps) {
  const { data, error, refetch } = useQuery(profileQuery(useApi(), name));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const versions = data?.versions ?? [];
  return (
    <div className={classes.filters}>
      <Side label={words.before} version={a} versions={versions} choose={(version) => change({ a: version })} />
      <Side label={words.after} version={b} versions={versions} choose={(version) => change({ b: version })} />
      <Button variant="default" onClick={() => change({ a: b, b: a })}>
        {words.swap}
      </Button>
    </div>
  );
}

interface SideProps {
  label: string;
  version: number | undefined;
  versions: readonly ProfileVersion[];
  choose: (version: number) => void;
}

function Side({ label, version, versions, choose }: SideProps) {
  return (
    <Select
      label={label}
      data={versions.map((entry) => ({
        value: String(entry.version),
        label: words.version(entry.version, entry.note || entry.title),
      }))}
      value={version === undefined ? null : String(version)}
      onChange={(value) => value !== null && choose(Number(value))}
      allowDeselect={false}
      flex="1 1 200px"
      maw={400}
      {...longSelect(versions.length)}
    />
  );
}

function Differences({ name, a, b }: { name: string; a: number; b: number }) {
  const { data, error, refetch } = useQuery(profileDiffQuery(useApi(), name, a, b));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={400} />;
  return (
    <>
      <Section title={words.differences}>
        {data.differences.length === 0 ? (
          <Notice level="info">{a === b ? words.sameVersion : words.same}</Notice>
        ) : (
          <Fields diff={data} />
        )}
      </Section>
      <Section title={words.lines}>
        <Lines diff={data} />
      </Section>
    </>
  );
}

function Fields({ diff: { a, b, differences } }: { diff: ProfileDiff }) {
  const columns: readonly Column<ProfileDifference>[] = [
    { key: "name", title: words.columns.place, wrap: true, cell: ({ name }) => name ?? words.wholeProfile },
    {
      key: "field",
      title: words.columns.field,
      cell: ({ field }) => (field === null ? words.wholePiece : <code>{field}</code>),
    },
    {
      key: "a",
      title: profile.versionLink(a.version),
      wrap: true,
      cell: (difference) => <Value text={difference.a} />,
    },
    {
      key: "b",
      title: profile.versionLink(b.version),
      wrap: true,
      cell: (difference) => <Value text={difference.b} />,
    },
  ];
  const groups = [...new Set(differences.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} className={classes.group}>
      <h3>{word(words.groups, group)}</h3>
      <DataTable
        caption={words.caption(word(words.groups, group))}
        columns={columns}
        rows={differences.filter((difference) => difference.group === group)}
        rowKey={({ name, field }) => `${name} ${field}`}
        minWidth={640}
      />
    </div>
  ));
}

function Value({ text }: { text: string | null }) {
  return text === null ? <Text c="dimmed">{words.notThere}</Text> : <span className={classes.value}>{text}</span>;
}

function Lines({ diff: { a, b, lines } }: { diff: ProfileDiff }) {
  if (lines === null) return <Text>{words.tooManyLines}</Text>;
  if (lines.length === 0) return <Text>{words.noLines}</Text>;
  const columns: readonly Column<ProfileLine>[] = [
    { key: "a", title: words.lineOf(a.version), numeric: true, cell: (line) => line.a },
    { key: "b", title: words.lineOf(b.version), numeric: true, cell: (line) => line.b },
    { key: "change", title: words.lineColumns.change, cell: ({ kind }) => <Mark kind={kind} /> },
    {
      key: "text",
      title: words.lineColumns.text,
      cell: ({ kind, text }) => (
        <code className={classes.line} data-kind={kind}>
          {text}
        </code>
      ),
    },
  ];
  return (
    <DataTable
      caption={words.linesCaption}
      columns={columns}
      rows={lines}
      rowKey={(line) => `${line.a} ${line.b}`}
      minWidth={640}
      long
    />
  );
}

/** Draw a sign with a hidden word for a changed line; an equal line has neither. */
function Mark({ kind }: { kind: ProfileLine["kind"] }) {
  if (kind === "same") return null;
  return kind === "removed" ? `− ${words.removed}` : `+ ${words.added}`;
}
