/** What two configurations, or those of two runs, differ in, factor by factor. */

import { Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { configurationDiffQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import type { ConfigurationDiff, Factor } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { messages, word } from "@/messages";
import { diff as words } from "@/messages/configurations";
import { AllFacts } from "./all-facts";
import classes from "./configurations.module.css";
import { SidesForm } from "./sides-form";

export interface DiffChoice {
  a: string | undefined;
  b: string | undefined;
  /** Whether everything that is recorded is shown as well. */
  all: boolean;
}

export interface DiffPageProps extends DiffChoice {
  change: (choice: Partial<DiffChoice>) => void;
}

export function DiffPage({ a, b, all, change }: DiffPageProps) {
  return (
    <>
      <PageHeader title={words.title} documentTitle={a && b ? words.documentTitle(a, b) : undefined} />
      <SidesForm key={`${a} ${b}`} a={a ?? ""} b={b ?? ""} choose={(sides) => change(sides)} />
      {a && b ? (
        <Differences a={a} b={b} all={all} change={change} />
      ) : (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
        </EmptyState>
      )}
    </>
  );
}

interface DifferencesProps {
  a: string;
  b: string;
  all: boolean;
  change: (choice: Partial<DiffChoice>) => void;
}

function Differences({ a, b, all, change }: DifferencesProps) {
  const { data, error, refetch } = useQuery(configurationDiffQuery(useApi(), a, b));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={400} />;
  return (
    <>
      <Section title={words.sides}>
        <Sides answer={data} />
      </Section>
      <Section title={words.factors}>
        <Summary answer={data} />
        <FactorTables answer={data} />
      </Section>
      <Switch
        label={words.all}
        checked={all}
        onChange={({ currentTarget }) => change({ all: currentTarget.checked })}
      />
      {all && (
        <Section title={words.allTitle}>
          <AllFacts a={data.a.configuration.number} b={data.b.configuration.number} />
        </Section>
      )}
    </>
  );
}

type Side = ConfigurationDiff["a"] & { side: string };

const SIDE_COLUMNS: readonly Column<Side>[] = [
  { key: "side", title: words.sideColumns.side, cell: ({ side }) => side },
  {
    key: "configuration",
    title: words.sideColumns.configuration,
    wrap: true,
    cell: ({ configuration: { number, name } }) => (
      <AnchorLink to="/configurations/$ref" params={{ ref: number }}>
        {words.sideOf(number, name)}
      </AnchorLink>
    ),
  },
  {
    key: "run",
    title: words.sideColumns.run,
    wrap: true,
    cell: ({ run }) =>
      run ? (
        <AnchorLink to="/runs/$ref" params={{ ref: run.number }}>
          {words.sideOf(run.number, run.title)}
        </AnchorLink>
      ) : (
        messages.none
      ),
  },
  { key: "class", title: words.sideColumns.class, cell: ({ class_hash }) => <Fingerprint hash={class_hash} /> },
  {
    key: "instance",
    title: words.sideColumns.instance,
    cell: ({ instance_hash }) => <Fingerprint hash={instance_hash} />,
  },
];

const SHOWN_OF_HASH = 12;

function Fingerprint({ hash }: { hash: string }) {
  return <code title={hash}>{hash.slice(0, SHOWN_OF_HASH)}</code>;
}

function Sides({ answer: { a, b } }: { answer: ConfigurationDiff }) {
  return (
    <DataTable
      caption={words.sidesCaption}
      columns={SIDE_COLUMNS}
      rows={[
        { ...a, side: words.a },
        { ...b, side: words.b },
      ]}
      rowKey={({ side }) => side}
      minWidth={720}
    />
  );
}

/** How much differs, in words, before the table says what. */
function Summary({ answer }: { answer: ConfigurationDiff }) {
  const { by, known_count, unknown_count, same_class, same_instance, overlay, a, b } = answer;
  const kinship = same_instance ? words.sameInstance : same_class ? words.sameClass : words.otherClass;
  return (
    <>
      <Notice level={known_count > 1 ? "warn" : "info"} title={by ? words.by(by) : words.known(known_count)}>
        {unknown_count > 0 && <div>{words.unknown(unknown_count)}</div>}
        <div>{kinship}</div>
      </Notice>
      {overlay && (
        <Notice level={overlay.allowed ? "info" : "warn"} title={overlay.allowed ? words.overlay : words.noOverlay}>
          <div>{overlay.reason}</div>
          {a.run && b.run && (
            <AnchorLink to="/compare" search={{ runs: `${a.run.number},${b.run.number}` }}>
              {words.compareRuns}
            </AnchorLink>
          )}
        </Notice>
      )}
    </>
  );
}

function FactorTables({ answer: { a, b, factors } }: { answer: ConfigurationDiff }) {
  if (factors.length === 0) return <Text>{words.noFactors}</Text>;
  const columns: readonly Column<Factor>[] = [
    { key: "factor", title: words.columns.factor, wrap: true, cell: ({ label }) => label },
    { key: "a", title: words.sideOf(words.a, numberOf(a)), wrap: true, cell: (factor) => <Value text={factor.a} /> },
    { key: "b", title: words.sideOf(words.b, numberOf(b)), wrap: true, cell: (factor) => <Value text={factor.b} /> },
    {
      key: "differs",
      title: words.columns.differs,
      cell: ({ known }) => (known ? words.differs : <span className={classes.unknown}>{words.maybe}</span>),
    },
  ];
  const groups = [...new Set(factors.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} className={classes.group}>
      <h3>{word(words.groups, group)}</h3>
      <DataTable
        caption={words.factorsCaption(word(words.groups, group))}
        columns={columns}
        rows={factors.filter((factor) => factor.group === group)}
        rowKey={({ key }) => key}
        minWidth={640}
      />
    </div>
  ));
}

function numberOf({ run, configuration }: ConfigurationDiff["a"]): string {
  return run?.number ?? configuration.number;
}

function Value({ text }: { text: string | null }) {
  return text ?? <span className={classes.unknown}>{messages.unknown}</span>;
}
