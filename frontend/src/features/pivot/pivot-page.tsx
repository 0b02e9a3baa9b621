/** Results by factors: any number of runs as one table, with what its cells cannot say by themselves. */
import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { type Pivot, pivotQuery } from "@/api/pivot";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { messages } from "@/messages";
import { pivot as words } from "@/messages/pivot";
import { MixedCells } from "./mixed-cells";
import classes from "./pivot.module.css";
import { PivotControls } from "./pivot-controls";
import { PivotTables } from "./pivot-tables";
import { RunWords } from "./run-words";
import { type PivotSearch, readPivotRuns } from "./search";
import { titleOf } from "./take-away";
import { TakeAway } from "./take-away-buttons";
import { baselineOf, type Shown } from "./values";

const CHARTS_HEIGHT = 420;

const PivotFigures = lazy(() => import("./pivot-figures").then((module) => ({ default: module.PivotFigures })));

export interface PivotPageProps {
  search: PivotSearch;
  change: (next: Partial<PivotSearch>) => void;
}

export function PivotPage({ search, change }: PivotPageProps) {
  const runs = readPivotRuns(search.runs);
  const isEmpty = runs.length === 0 && !search.campaign && !search.q;
  return (
    <>
      <PageHeader title={words.title} />
      <RunWords q={search.q} change={change} />
      {isEmpty ? (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
          <ButtonLink to="/runs">{words.toRuns}</ButtonLink>
        </EmptyState>
      ) : (
        <Answer search={search} runs={runs} change={change} />
      )}
    </>
  );
}

function Answer({ search, runs, change }: PivotPageProps & { runs: readonly string[] }) {
  const { campaign, q, rows, columns, panel, metric, fixed = [] } = search;
  const request = { runs, campaign, q, rows, columns, panel, metric, fixed };
  const { data, error, isPlaceholderData, refetch } = useQuery(pivotQuery(useApi(), request));
  // A choice that these results cannot fill is told instead of a table that was asked for before.
  if (error) {
    return (
      <>
        <ErrorNotice error={error} retry={() => void refetch()} />
        <AnchorLink to="/compare/pivot" search={{ runs: search.runs, campaign, q }}>
          {words.propose}
        </AnchorLink>
      </>
    );
  }
  if (!data) return <PivotSkeleton />;
  return (
    <div className={classes.answer} aria-busy={isPlaceholderData || undefined}>
      <Found pivot={data} search={search} change={change} />
    </div>
  );
}

function Found({ pivot, search, change }: PivotPageProps & { pivot: Pivot }) {
  const view = search.view ?? "absolute";
  const shown: Shown = { view, baseline: view === "absolute" ? null : baselineOf(pivot, search.baseline) };
  if (pivot.runs.length === 0) {
    return (
      <EmptyState title={words.noRunsTitle}>
        <Text>{words.noRuns}</Text>
        <ButtonLink to="/runs">{words.toRuns}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <Sources pivot={pivot} campaign={search.campaign} />
      <Section title={words.controls}>
        <PivotControls pivot={pivot} search={search} shown={shown} change={change} />
      </Section>
      <MixedCells pivot={pivot} change={change} />
      {pivot.along.length > 0 && (
        <Notice level="info">{words.along(pivot.along.map(({ label }) => label).join(", "))}</Notice>
      )}
      <Section title={titleOf(pivot)} aside={<TakeAway pivot={pivot} shown={shown} />}>
        {pivot.cells.length === 0 ? (
          <Text c="dimmed">{words.noResults}</Text>
        ) : (
          <PivotTables pivot={pivot} shown={shown} />
        )}
        <Text c="dimmed">{words.rule}</Text>
      </Section>
      {pivot.cells.length > 0 && (
        <Section title={words.charts}>
          <Suspense fallback={<Skeleton height={CHARTS_HEIGHT} />}>
            <PivotFigures pivot={pivot} />
          </Suspense>
        </Section>
      )}
    </>
  );
}

/** What the table is made from, folded away: there may be sixty runs. */
function Sources({ pivot, campaign }: { pivot: Pivot; campaign: string | undefined }) {
  return (
    <Group gap={16} align="flex-start">
      <Text>{words.chosen(pivot.runs.length, pivot.results)}</Text>
      {campaign && (
        <AnchorLink to="/campaigns/$ref" params={{ ref: campaign }}>
          {words.sources.campaign(campaign)}
        </AnchorLink>
      )}
      <details>
        <summary className={classes.summary}>{words.which}</summary>
        <ul className={classes.runs}>
          {pivot.runs.map(({ id, number, name }) => (
            <li key={id}>
              <AnchorLink to="/runs/$ref" params={{ ref: number }}>
                {number}
              </AnchorLink>{" "}
              {name}
            </li>
          ))}
        </ul>
      </details>
    </Group>
  );
}

function PivotSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={160} mb={24} />
      <Skeleton height={280} mb={24} />
      <Skeleton height={CHARTS_HEIGHT} />
    </div>
  );
}
