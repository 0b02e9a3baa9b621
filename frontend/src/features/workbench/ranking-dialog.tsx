/** A ranking with everything that its order rests on, and the choices that people made in it. */
import { Button, Checkbox, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { awardsQuery } from "@/api/awards";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { type Ranking, type RankingChoice, rankableProfilesQuery, rankingQuery } from "@/api/rankings";
import type { ShareSubject } from "@/api/shares";
import { Dialog } from "@/components/dialog";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { requestShare } from "@/components/share-request";
import { awards as awardWords } from "@/messages/awards";
import { rankings as words } from "@/messages/rankings";
import { Awards } from "./ranking/awards";
import { LeftOut } from "./ranking/left-out";
import classes from "./ranking/ranking.module.css";
import { RatingsTable } from "./ranking/ratings-table";
import { WorkloadChoice } from "./ranking/workload-choice";

const HEIGHT = 420;

interface RankingDialogProps {
  /** Runs of the panel, the ranking that is shown at first. */
  runs: readonly string[];
  /** Number of the configuration with 100; the best one without. */
  reference: string | undefined;
  close: () => void;
}

export function RankingDialog({ runs, reference, close }: RankingDialogProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const [choice, change] = useState<RankingChoice>({ runs, all: true, reference });
  const ranking = useQuery(rankingQuery(api, choice));
  const awards = useQuery(awardsQuery(api, choice));
  // Awards are shown in rows of the ranking, so both appear at once: nothing is pushed down.
  const isReady = ranking.data !== undefined && !awards.isPending;
  return (
    <Dialog title={words.title} size="90%" onClose={close} closeButtonProps={{ "aria-label": words.close }}>
      <div className={classes.result} aria-busy={ranking.isPlaceholderData || undefined}>
        <Text c="dimmed" maw="80ch">
          {words.explain}
        </Text>
        <Controls runs={runs} choice={choice} change={change} ranking={ranking.data} />
        {ranking.error && !ranking.data && <ErrorNotice error={ranking.error} retry={() => void ranking.refetch()} />}
        {!isReady && !ranking.error && <Loading height={HEIGHT} />}
        {isReady && <Result ranking={ranking.data} awards={awards.data?.items ?? []} choice={choice} change={change} />}
        {isReady && ranking.data.configurations.length > 0 && (
          <Section title={awardWords.section}>
            {awards.error && <ErrorNotice error={awards.error} retry={() => void awards.refetch()} />}
            {awards.data && (
              <Awards
                awards={awards.data.items}
                more={awards.data.next_cursor !== null}
                ranking={ranking.data}
                choice={choice}
              />
            )}
          </Section>
        )}
        {operate && isReady && ranking.data.configurations.length > 0 && (
          <div>
            <Button
              variant="default"
              onClick={() => {
                // One dialog at a time: the other one takes the place of this one.
                close();
                requestShare({ subject: subjectOf(choice), name: words.shared, title: words.sharedTitle });
              }}
            >
              {words.share}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The ranking as the subject of a share. */
function subjectOf({ profile, runs, all, without, reference }: RankingChoice): ShareSubject {
  const view = { pooled: false, everything: all ?? false, without: [...(without ?? [])], reference };
  return runs ? { kind: "ranking", run_ids: [...runs], view } : { kind: "ranking", view: { ...view, profile } };
}

interface ChoiceProps {
  choice: RankingChoice;
  change: (choice: RankingChoice) => void;
}

interface ControlsProps extends ChoiceProps {
  runs: readonly string[];
  ranking: Ranking | undefined;
}

/** The option for the runs of the panel; profiles have a version. */
const OF_RUNS = "";

function Controls({ runs, choice, change, ranking }: ControlsProps) {
  const profiles = useQuery(rankableProfilesQuery(useApi()));
  return (
    <Group gap={16} align="flex-end">
      <Select
        label={words.ranked}
        data={[
          { value: OF_RUNS, label: words.theseRuns(runs.length) },
          ...(profiles.data ?? []).map(({ profile, configurations, runs: count }) => ({
            value: profile,
            label: words.option(profile, configurations, count),
          })),
        ]}
        value={choice.profile ?? OF_RUNS}
        onChange={(profile) => change(profile ? { profile } : { runs, all: true })}
        allowDeselect={false}
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

interface ResultProps extends ChoiceProps {
  ranking: Ranking;
  awards: Parameters<typeof RatingsTable>[0]["awards"];
}

function Result({ ranking, awards, choice, change }: ResultProps) {
  const isRated = ranking.configurations.some(({ rating }) => rating !== null);
  return (
    <>
      {ranking.more_runs && <Notice level="info">{words.moreRuns}</Notice>}
      {ranking.configurations.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
        </EmptyState>
      ) : (
        <>
          {!isRated && <Notice level="warn">{words.noRating}</Notice>}
          <RatingsTable ranking={ranking} awards={awards} />
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
