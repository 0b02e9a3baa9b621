/** One configuration: how it performed over all runs, what one factor changes, and what it is made of. */
import { ActionIcon, Button } from "@mantine/core";
import { IconChartDots3, IconCheck, IconCopy, IconFileDiff, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { configurationQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { runsQuery } from "@/api/runs";
import type { Configuration } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { NotShown } from "@/components/not-shown";
import { PageHeader, Section } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { workbenchOf } from "@/lib/run-list";
import { shortMoment } from "@/lib/short-times";
import { messages, word } from "@/messages";
import { configuration as words } from "@/messages/configurations";
import { Badge } from "@/parts/badge";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import { CONFIGURATION_TABS, type ConfigurationChoice } from "./choice";
import { ConfigurationPicker } from "./configuration-picker";
import classes from "./configurations.module.css";
import { LatestRuns } from "./latest-runs";
import { Overview } from "./overview";
import { Snapshot } from "./snapshot";
import { useCopied } from "./use-copied";

export interface ConfigurationPageProps {
  reference: string;
  choice: ConfigurationChoice;
  choose: (choice: ConfigurationChoice) => void;
  compare: (a: string, b: string) => void;
  /** Opens the form of a new run with everything of this job. */
  runAgain: (job: string) => void;
}

export function ConfigurationPage({ reference, choice, choose, compare, runAgain }: ConfigurationPageProps) {
  const { data, error, refetch } = useQuery(configurationQuery(useApi(), reference));
  if (error && !data)
    return <NotShown subject={messages.problem.things.configuration} error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={classes.frame}>
      <Head configuration={data} compare={compare} runAgain={runAgain} />
      <Tabs configuration={data} />
      {choice.tab === undefined && <Overview configuration={data} choice={choice} choose={choose} />}
      {choice.tab === "runs" && (
        <Section title={words.tab.runs}>
          <LatestRuns number={data.number} counted={null} />
        </Section>
      )}
      {choice.tab === "snapshot" && <Snapshot configuration={data} />}
    </div>
  );
}

function Head({
  configuration,
  compare,
  runAgain,
}: { configuration: Configuration } & Pick<ConfigurationPageProps, "compare" | "runAgain">) {
  const { number, name, histories } = configuration;
  const newest = histories.map((history) => history.newest);
  return (
    <PageHeader
      title={name}
      crumb={number}
      documentTitle={words.title(number, name)}
      primary={
        newest.length > 0 && (
          <ButtonLink
            to="/workbench"
            search={workbenchOf(newest)}
            leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
          >
            {words.workbench}
          </ButtonLink>
        )
      }
      actions={
        <>
          <ConfigurationPicker
            label={words.diffWith}
            choose={(other) => compare(number, other)}
            target={(toggle) => (
              <Button
                variant="subtle"
                onClick={toggle}
                leftSection={<IconFileDiff size={15} stroke={1.75} aria-hidden="true" />}
              >
                {words.diffWith}
              </Button>
            )}
          />
          <RunAgain number={number} runAgain={runAgain} />
        </>
      }
    >
      <Facts configuration={configuration} />
    </PageHeader>
  );
}

/** Repeats the newest run that was made here. */
function RunAgain({ number, runAgain }: { number: string; runAgain: (job: string) => void }) {
  const { operate } = usePermissions();
  const { data } = useQuery(runsQuery(useApi(), { configuration: number }));
  const job = data?.items.find((run) => run.job !== null)?.job;
  if (!operate || !job) return null;
  return (
    <Button
      variant="default"
      onClick={() => runAgain(job.number)}
      leftSection={<IconRepeat size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.runAgain}
    </Button>
  );
}

function Where({ configuration: { use, origin } }: { configuration: Configuration }) {
  if (!use?.server) return <Badge tone="idle">{word(words.origins, origin)}</Badge>;
  const { server, is_in_place: isInPlace, last_run_at: at } = use;
  if (isInPlace) return <Badge tone="ok">{words.inPlace(server.name)}</Badge>;
  return <Badge tone="idle">{words.last(server.name, shortMoment(new Date(at), new Date()))}</Badge>;
}

const SHOWN_OF_HASH = 8;
const HALF = 4;

function Facts({ configuration }: { configuration: Configuration }) {
  const { run_count, use, facts, class_hash } = configuration;
  const unknown = facts.filter(({ value }) => value === null).length;
  const since = use ? shortMoment(new Date(use.first_run_at), new Date()) : null;
  const { copied, copy } = useCopied();
  const shown = `${class_hash.slice(0, HALF)} ${class_hash.slice(HALF, SHOWN_OF_HASH)}`;
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.meta}>
      <Where configuration={configuration} />
      <span className={classes.fact}>{words.runsSince(run_count, since)}</span>
      <span className={classes.fact}>{words.factors(facts.length - unknown, unknown)}</span>
      <span className={classes.fact}>
        <code title={class_hash}>{shown}</code>
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={words.copyFingerprint}
          title={words.copyFingerprint}
          onClick={() => copy(class_hash, words.fingerprintCopied)}
        >
          <Icon size={13} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </span>
    </div>
  );
}

function Tabs({ configuration: { number, run_count } }: { configuration: Configuration }) {
  return (
    <InTopBar place="tabs">
      <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
        {([undefined, ...CONFIGURATION_TABS] as const).map((tab) => (
          <Link
            key={tab ?? "overview"}
            to="/configurations/$ref"
            params={{ ref: number }}
            search={tab === undefined ? {} : { tab }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words.tab[tab ?? "overview"]}
            {tab === "runs" && run_count > 0 && <span aria-hidden="true">{run_count}</span>}
          </Link>
        ))}
      </TabLinks>
    </InTopBar>
  );
}

/** As high as the page that replaces it, so that nothing jumps. */
function PageSkeleton() {
  return (
    <Waiting>
      <div className={classes.frame}>
        <SkeletonBox height={52} width="60%" />
        <div className={classes.columns}>
          <SkeletonBox height={344} />
          <SkeletonBox height={344} />
        </div>
        <SkeletonBox height={220} />
      </div>
    </Waiting>
  );
}
