/** The overview of a configuration: its history, its variants, its facts and its latest runs. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { historyFiguresQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import type { Configuration } from "@/api/types";
import { Labels } from "@/components/labels";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { METRICS } from "@/lib/metrics";
import { configuration as words } from "@/messages/configurations";
import { Card } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import type { ConfigurationChoice } from "./choice";
import classes from "./configurations.module.css";
import { FactCards } from "./fact-cards";
import { HistoryCard, MetricChoice } from "./history-card";
import { historyView } from "./history-view";
import { type CountedValues, LatestRuns } from "./latest-runs";
import { Variants } from "./variants";

const LATEST = 4;
const HISTORY_HEIGHT = 344;
const NONE: ReadonlySet<string> = new Set();

export interface OverviewProps {
  configuration: Configuration;
  choice: ConfigurationChoice;
  choose: (choice: ConfigurationChoice) => void;
}

export function Overview({ configuration, choice, choose }: OverviewProps) {
  const { number, class_hash, histories, facts, run_count } = configuration;
  const metric = choice.metric ?? "iops";
  const series = histories.find(({ newest }) => newest === choice.series) ?? histories[0];
  const history = useQuery({
    ...historyFiguresQuery(useApi(), series?.newest ?? "", metric),
    enabled: series !== undefined,
  });
  const { data: figures, error, refetch } = history;
  const line = figures?.lines.find(({ workload }) => workload === choice.workload) ?? figures?.lines[0];
  const view = figures && line ? historyView(class_hash, figures, line) : null;
  const counted: CountedValues | null =
    figures && line && view
      ? {
          metric,
          workload: line.workload,
          median: view.median,
          values: new Map(
            figures.history.items.flatMap(({ run }, index) => {
              const value = line.values[index];
              return value == null ? [] : [[run.id, value] as const];
            }),
          ),
        }
      : null;
  const setMetric = (chosen: typeof metric) => choose({ metric: chosen === "iops" ? undefined : chosen });
  return (
    <>
      <h2 className="visually-hidden">{words.tab.overview}</h2>
      <div className={classes.choices}>
        {histories.length > 0 && (
          <>
            <Select
              className={classes.choice}
              aria-label={words.test}
              data={histories.map(({ newest, title, version, server, scale, run_count: count }) => ({
                value: newest,
                label: words.testOf(title, version, server?.name ?? null, scale === "smoke", count),
              }))}
              value={series?.newest ?? null}
              onChange={(chosen) => choose({ series: chosen ?? undefined, workload: undefined })}
              allowDeselect={false}
            />
            <Select
              className={classes.choice}
              aria-label={words.workload}
              data={[...new Set(figures?.lines.map(({ workload }) => workload))]}
              value={line?.workload ?? null}
              onChange={(chosen) => choose({ workload: chosen ?? undefined })}
              allowDeselect={false}
              disabled={!line}
            />
          </>
        )}
        <div className={classes.labels}>
          <Labels kind="configurations" reference={number} labels={configuration.labels} />
        </div>
      </div>
      <div className={classes.columns}>
        <div className={classes.history}>
          {series === undefined && <EmptyState title={words.noHistoryTitle} text={words.noHistory} />}
          {error && !figures && <ErrorNotice error={error} retry={() => void refetch()} />}
          {series && !error && !figures && (
            <Waiting>
              <SkeletonBox height={HISTORY_HEIGHT} />
            </Waiting>
          )}
          {figures && !line && (
            <Card title={words.noFigures(METRICS[metric].label)}>
              <div className={classes.body}>
                <MetricChoice metric={metric} setMetric={setMetric} />
              </div>
            </Card>
          )}
          {figures && line && view && (
            <HistoryCard
              number={number}
              metric={metric}
              setMetric={setMetric}
              figures={figures}
              line={line}
              view={view}
            />
          )}
        </div>
        <Variants number={number} metric={metric} workload={line?.workload ?? null} />
      </div>
      <FactCards facts={facts} changed={view?.changed ?? NONE} />
      <Section
        title={words.latest}
        aside={
          run_count > LATEST && (
            <AnchorLink to="/configurations/$ref" params={{ ref: number }} search={{ tab: "runs" }}>
              {words.allRuns(run_count)}
            </AnchorLink>
          )
        }
      >
        <LatestRuns number={number} counted={counted} shown={LATEST} />
      </Section>
    </>
  );
}
