/** Every configuration with its rating, and under each workload its figure, spread and ratio. */
import { Table } from "@mantine/core";
import type { Award } from "@/api/awards";
import type { RankedConfiguration, RankedWorkload, Ranking } from "@/api/rankings";
import { rankedNames } from "@/charts/rank/rated-bars";
import { AnchorLink } from "@/components/link";
import { Tag } from "@/components/tag";
import { findMetric, METRICS } from "@/lib/metrics";
import { formatNumber } from "@/lib/units";
import { messages } from "@/messages";
import { awards as awardWords } from "@/messages/awards";
import { rankings as words } from "@/messages/rankings";
import { givenBy } from "./awards";
import classes from "./ranking.module.css";

const DIGITS = { digits: 4 };
const COLUMN_PX = 150;
const FIXED_PX = 480;

export interface RatingsTableProps {
  ranking: Ranking;
  awards: readonly Award[];
}

export function RatingsTable({ ranking, awards }: RatingsTableProps) {
  const { configurations } = ranking;
  const workloads = ranking.workloads.filter(({ chosen }) => chosen);
  const names = rankedNames(configurations);
  return (
    <Table.ScrollContainer minWidth={FIXED_PX + COLUMN_PX * workloads.length}>
      <Table className={classes.table}>
        <caption className="visually-hidden">{words.caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.columns.place}</Table.Th>
            <Table.Th scope="col">{words.columns.configuration}</Table.Th>
            <Table.Th scope="col" data-numeric>
              {words.columns.rating}
            </Table.Th>
            <Table.Th scope="col" data-numeric>
              {words.columns.spread}
            </Table.Th>
            {workloads.map((workload) => (
              <Table.Th key={workload.key} scope="col" data-numeric>
                {workload.label}
                <span className={classes.below}>
                  {workload.metric_label}
                  {!workload.counted && `, ${words.notCounted}`}
                </span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {configurations.map((entry) => (
            <Row
              key={entry.configuration.id}
              entry={entry}
              name={names.get(entry.configuration.number) ?? entry.configuration.name}
              workloads={workloads}
              awards={awards.filter((award) => award.class_hash === entry.class_hash && award.withdrawn_at === null)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  entry: RankedConfiguration;
  /** Name that distinguishes it from the others. */
  name: string;
  workloads: readonly RankedWorkload[];
  awards: readonly Award[];
}

function Row({ entry, name, workloads, awards }: RowProps) {
  const { configuration, rating, podium_rank, rank, worst_ratio, best_ratio, figures } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        {podium_rank === null ? (
          (rank ?? messages.none)
        ) : (
          <Tag label={words.places[podium_rank] ?? String(podium_rank)} />
        )}
      </Table.Td>
      <Table.Th scope="row" data-wrap>
        <AnchorLink to="/configurations/$ref" params={{ ref: configuration.number }}>
          {name}
        </AnchorLink>
        {awards.length > 0 && (
          <div className={classes.chosen}>
            {awards.map((award) => (
              <Tag
                key={award.id}
                label={awardWords.title(award.title)}
                detail={awardWords.detail(givenBy(award), award.reason)}
              />
            ))}
          </div>
        )}
      </Table.Th>
      <Table.Td data-numeric>{rating === null ? words.unrated : formatNumber(rating, DIGITS)}</Table.Td>
      <Table.Td data-numeric>
        {worst_ratio === null || best_ratio === null
          ? messages.none
          : words.spread(formatNumber(worst_ratio), formatNumber(best_ratio))}
      </Table.Td>
      {workloads.map(({ key, metric }) => {
        const figure = figures.find(({ workload }) => workload === key);
        if (!figure) {
          return (
            <Table.Td key={key} data-numeric>
              {messages.none}
            </Table.Td>
          );
        }
        const definition = findMetric(metric) ?? METRICS.iops;
        return (
          <Table.Td key={key} data-numeric title={words.figureTitle(figure.runs.join(", "))}>
            {definition.format(figure.value, DIGITS)}
            <span className={classes.below}>
              {[
                ...(figure.ratio === null ? [] : [words.ratio(formatNumber(figure.ratio))]),
                words.runs(figure.n),
                ...(figure.n > 1 ? [words.spread(definition.format(figure.min), definition.format(figure.max))] : []),
              ].join(" · ")}
            </span>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
