/** The rating matrix: a row for each test, a column for each configuration, and the findings behind each cell. */
import { Popover, Select, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useApi } from "@/api/context";
import { findingSourcesQuery, ratingMatrixQuery } from "@/api/findings";
import type { RatingCell, RatingMatrix } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { findings } from "@/messages/findings";
import { EmptyState } from "@/parts/empty-state";
import { Segmented } from "@/parts/segmented";
import { FindingTabs } from "./finding-tabs";
import { levelText } from "./finding-text";
import classes from "./findings.module.css";

const words = findings.matrix;
const EVERY = "";
const HEIGHT = 560;

export interface MatrixSearch {
  source?: string;
  level?: string;
}

export interface RatingMatrixPageProps {
  search: MatrixSearch;
  change: (search: MatrixSearch) => void;
}

export function RatingMatrixPage({ search, change }: RatingMatrixPageProps) {
  const api = useApi();
  const sources = useQuery(findingSourcesQuery(api)).data ?? [];
  // The levels to choose from are those of the source, whichever is chosen.
  const whole = useQuery(ratingMatrixQuery(api, { source: search.source }));
  const { data, error, refetch } = useQuery(ratingMatrixQuery(api, search));
  const levels = (whole.data?.levels ?? []).filter((level) => level !== null);
  return (
    <>
      <PageHeader title={words.title} />
      <FindingTabs />
      <div className={classes.tools}>
        <Select
          aria-label={words.source}
          className={classes.source}
          data={[
            { value: EVERY, label: words.allSources },
            ...sources.map(({ title, count }) => ({ value: title, label: `${title} (${count})` })),
          ]}
          value={search.source ?? EVERY}
          onChange={(source) => change({ source: source || undefined })}
          allowDeselect={false}
          searchable
        />
        {levels.length > 1 && (
          <Segmented
            label={words.level}
            options={[
              { value: EVERY, label: words.every },
              ...levels.map((level) => ({ value: level, label: levelText(level) ?? level })),
            ]}
            value={search.level ?? EVERY}
            change={(level) => change({ ...search, level: level || undefined })}
          />
        )}
        {data && <span className={classes.counts}>{words.counts(data.rows.length, data.finding_count)}</span>}
      </div>
      {data && data.excluded_count > 0 && <p className={classes.excluded}>{words.excluded(data.excluded_count)}</p>}
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading height={HEIGHT} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={words.empty} text={words.emptyHint} />
      ) : (
        <>
          <MatrixTable matrix={data} hasLevels={search.level === undefined} />
          <p className={classes.legend}>{words.legend}</p>
        </>
      )}
    </>
  );
}

function MatrixTable({ matrix, hasLevels }: { matrix: RatingMatrix; hasLevels: boolean }) {
  const { configurations, rows, sentences } = matrix;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keys.
    <section className={classes.frame} aria-label={words.caption} tabIndex={0}>
      <table className={classes.matrix}>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.test}</th>
            {hasLevels && <th scope="col">{words.level}</th>}
            {configurations.map((name) => (
              <th key={name} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ test, raid_level: level, cells }) => (
            <tr key={`${test} ${level}`}>
              <th scope="row" dir="auto">
                {test}
              </th>
              {hasLevels && <td className={classes.level}>{levelText(level) ?? findings.noLevel}</td>}
              {configurations.map((name, place) => (
                <td key={name} className={classes.cell}>
                  <MatrixCell cell={cells[place] ?? null} name={name} sentences={sentences} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MatrixCellProps {
  cell: RatingCell | null;
  name: string;
  sentences: Readonly<Record<string, string>>;
}

function MatrixCell({ cell, name, sentences }: MatrixCellProps) {
  if (cell === null) return <span className="visually-hidden">{words.unknown}</span>;
  const strength = cell.strength && findings.strengths[cell.strength];
  return (
    <Popover width={360} position="bottom" withArrow>
      <Popover.Target>
        <UnstyledButton
          className={classes.rating}
          data-rating={cell.rating}
          data-strength={cell.strength ?? undefined}
          aria-label={words.cell(name, findings.ratings[cell.rating], strength)}
        >
          <span>{findings.ratings[cell.rating]}</span>
          {strength && <small>{strength}</small>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.behind}>
          {cell.findings.map((number) => (
            <Fragment key={number}>
              <li dir="auto">
                <AnchorLink to="/findings" search={{ peek: number, q: `number:${number.slice(2)}` }}>
                  {number}
                </AnchorLink>{" "}
                {sentences[number]}
              </li>
            </Fragment>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
