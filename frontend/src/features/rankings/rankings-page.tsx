/** Configurations in the order of their rating, with everything that the order rests on. */
import { Checkbox, Group, Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { type Award, awardsQuery } from "@/api/awards";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { type Ranking, type RankingChoice, rankableProfilesQuery, rankingQuery } from "@/api/rankings";
import { FigureSkeleton } from "@/charts/figure-skeleton";
import { rank } from "@/charts/rank/definition";
import { ratedBars } from "@/charts/rank/rated-bars";
import { ButtonLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { awards as awardWords } from "@/messages/awards";
import { rankings as words } from "@/messages/rankings";
import { Awards } from "./awards";
import { LeftOut } from "./left-out";
import { NothingToRank } from "./nothing-to-rank";
import classes from "./rankings.module.css";
import { RatingsTable } from "./ratings-table";
import { WorkloadChoice } from "./workload-choice";

const CHART_HEIGHT = 420;
const RatingFigure = lazy(() => import("./rating-figure").then((module) => ({ default: module.RatingFigure })));

export interface RankingsPageProps {
  choice: RankingChoice;
  change: (choice: RankingChoice) => void;
}

export function RankingsPage({ choice, change }: RankingsPageProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const profiles = useQuery(rankableProfilesQuery(api));
  const first = profiles.data?.[0]?.profile;
  const asked: RankingChoice = choice.runs || choice.profile ? choice : { ...choice, profile: first };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...rankingQuery(api, asked),
    enabled: asked.runs !== undefined || asked.profile !== undefined,
  });
  const awards = useQuery({
    ...awardsQuery(api, asked),
    enabled: asked.runs !== undefined || asked.profile !== undefined,
  });
  const nothing = profiles.data && !asked.runs && !asked.profile;
  // Awards stand between the rows of the ranking, so both appear at once: nothing is pushed down.
  const isReady = data !== undefined && (isPlaceholderData || !awards.isPending);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          operate &&
          data &&
          data.configurations.length > 0 && (
            <ButtonLink variant="default" to="/shares/new" search={shareSearch(asked)}>
              {words.share}
            </ButtonLink>
          )
        }
      >
        <Text c="dimmed" maw="80ch">
          {words.explain}
        </Text>
      </PageHeader>
      {profiles.error && !profiles.data && <ErrorNotice error={profiles.error} retry={() => void profiles.refetch()} />}
      {nothing ? (
        <NothingToRank />
      ) : (
        <Controls
          choice={asked}
          change={change}
          ranking={data}
          profiles={(profiles.data ?? []).map(({ profile, configurations, runs }) => ({
            value: profile,
            label: words.option(profile, configurations, runs),
          }))}
        />
      )}
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!isReady && !error && !nothing && <Skeleton height={CHART_HEIGHT} />}
      {isReady && (
        <div aria-busy={isPlaceholderData} className={classes.result}>
          <Result
            ranking={data}
            awards={isPlaceholderData ? [] : (awards.data?.items ?? [])}
            choice={asked}
            change={change}
          />
          {data.configurations.length > 0 && (
            <Section title={awardWords.section}>
              {awards.error && <ErrorNotice error={awards.error} retry={() => void awards.refetch()} />}
              {awards.data && !isPlaceholderData && (
                <Awards
                  awards={awards.data.items}
                  more={awards.data.next_cursor !== null}
                  ranking={data}
                  choice={asked}
                />
              )}
            </Section>
          )}
        </div>
      )}
    </>
  );
}

/** The ranking as the editor of shares is asked for it. */
function shareSearch({ profile, runs, all, without, reference }: RankingChoice) {
  const what = runs ? { runs: runs.join(",") } : { profile };
  return { kind: "ranking" as const, ...what, all, without: without?.join(","), reference };
}

interface ControlsProps extends RankingsPageProps {
  ranking: Ranking | undefined;
  profiles: { value: string; label: string }[];
}

function Controls({ choice, change, ranking, profiles }: ControlsProps) {
  const named = profiles.some(({ value }) => value === choice.profile) || !choice.profile;
  const options = named ? profiles : [...profiles, { value: choice.profile ?? "", label: choice.profile ?? "" }];
  return (
    <Group gap={16} align="flex-end">
      {choice.runs && <Text>{words.chosenRuns(choice.runs.length)}</Text>}
      <Select
        label={words.profile}
        placeholder={words.profileHint}
        data={options}
        value={choice.profile ?? null}
        onChange={(profile) => profile && change({ profile, all: choice.all })}
        searchable
        w={380}
        maw="100%"
      />
      <Select
        label={words.reference}
        data={(ranking?.configurations ?? []).map(({ configuration }) => ({
          value: configuration.number,
          label: `${configuration.number} ${configuration.name}`,
        }))}
        value={ranking?.reference ?? null}
        onChange={(reference) => change({ ...choice, reference: reference ?? undefined })}
        allowDeselect={false}
        disabled={!ranking || ranking.configurations.length === 0}
        w={320}
        maw="100%"
      />
      <Checkbox
        label={words.everything}
        description={words.everythingHint}
        checked={choice.all ?? false}
        onChange={({ currentTarget }) => change({ ...choice, all: currentTarget.checked || undefined })}
        maw={420}
      />
    </Group>
  );
}

function Result({
  ranking,
  awards,
  choice,
  change,
}: RankingsPageProps & { ranking: Ranking; awards: readonly Award[] }) {
  const rated = ranking.configurations.some(({ rating }) => rating !== null);
  return (
    <>
      {ranking.more_runs && <Notice level="info">{words.moreRuns}</Notice>}
      {ranking.configurations.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
        </EmptyState>
      ) : (
        <>
          {rated ? (
            <Section title={words.rating}>
              <Suspense fallback={<FigureSkeleton definition={rank} data={ratedBars(ranking)} />}>
                <RatingFigure ranking={ranking} />
              </Suspense>
            </Section>
          ) : (
            <Notice level="warn">{words.noRating}</Notice>
          )}
          <Section title={words.table}>
            <RatingsTable ranking={ranking} awards={awards} />
          </Section>
          <Section title={words.workloads}>
            <WorkloadChoice ranking={ranking} choice={choice} change={change} />
          </Section>
        </>
      )}
      {ranking.left_out.length > 0 && (
        <Section title={words.leftOut}>
          <LeftOut items={ranking.left_out} />
        </Section>
      )}
      <Section title={words.rule}>
        {words.ruleText.map((line) => (
          <Text key={line} maw="80ch" mb={8}>
            {line}
          </Text>
        ))}
      </Section>
    </>
  );
}
