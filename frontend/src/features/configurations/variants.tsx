/** The configurations one factor away, as bars against this one. */
import { useQuery } from "@tanstack/react-query";
import { type ConfigurationVariants, variantsQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import type { SeriesMetric } from "@/api/runs";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { METRICS } from "@/lib/metrics";
import { configuration as words } from "@/messages/configurations";
import { Card } from "@/parts/card";
import { Delta } from "@/parts/delta";
import { SkeletonBox } from "@/parts/skeleton";
import classes from "./configurations.module.css";

/** Number of variants that fit beside the history. */
const SHOWN = 5;

export interface VariantsProps {
  number: string;
  metric: SeriesMetric;
  /** Null where this configuration has no result. */
  workload: string | null;
}

export function Variants({ number, metric, workload }: VariantsProps) {
  const { data, error, refetch } = useQuery(variantsQuery(useApi(), number, metric));
  return (
    <Card title={words.variants} note={workload && `${workload}, ${METRICS[metric].label}`}>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!error && !data && (
        <div className={classes.body}>
          <SkeletonBox height={260} />
        </div>
      )}
      {data && <List number={number} metric={metric} rows={rowsOf(data, workload)} />}
    </Card>
  );
}

type Row = ConfigurationVariants["items"][number] & {
  point: ConfigurationVariants["items"][number]["points"][number];
};

function rowsOf({ items }: ConfigurationVariants, workload: string | null): Row[] {
  return items.flatMap((item) => {
    const point = item.points.find((candidate) => candidate.workload === workload);
    return point ? [{ ...item, point }] : [];
  });
}

function List({ number, metric, rows }: { number: string; metric: SeriesMetric; rows: readonly Row[] }) {
  if (rows.length === 0) return <p className={`${classes.body} ${classes.quiet}`}>{words.noVariants}</p>;
  const longest = Math.max(...rows.flatMap(({ point }) => [point.own, point.median]));
  const share = (value: number) => `${longest > 0 ? (100 * value) / longest : 0}%`;
  const isSure = rows.every(({ unknown }) => unknown.length === 0);
  const line = (row: Row) => (
    <Line key={row.configuration.id} row={row} number={number} metric={metric} share={share} />
  );
  return (
    <>
      <ul className={classes.variants}>{rows.slice(0, SHOWN).map(line)}</ul>
      {rows.length > SHOWN && (
        <details className={classes.moreVariants}>
          <summary>{words.more(rows.length - SHOWN)}</summary>
          <ul className={classes.variants}>{rows.slice(SHOWN).map(line)}</ul>
        </details>
      )}
      <p className={`${classes.body} ${classes.quiet}`}>
        {isSure ? words.variantsNote(number) : words.doubtfulNote(number)}
      </p>
    </>
  );
}

interface LineProps {
  row: Row;
  number: string;
  metric: SeriesMetric;
  share: (value: number) => string;
}

function Line({ row: { configuration, factor, unknown, point }, number, metric, share }: LineProps) {
  return (
    <li className={classes.variant}>
      <AnchorLink to="/configurations/diff" search={{ a: number, b: configuration.number }} title={configuration.name}>
        <span className={classes.quiet}>{factor.label}</span> <b dir="auto">{factor.b}</b>
      </AnchorLink>
      <span className={classes.value}>{METRICS[metric].format(point.median)}</span>
      <span className={classes.change}>
        {point.ratio !== null && <Delta percent={(point.ratio - 1) * 100} metric={metric} />}
      </span>
      {unknown.length > 0 && (
        <span className={classes.unknown} title={unknown.join(", ")}>
          {words.unknownFactors(unknown.length)}
        </span>
      )}
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: share(point.median) }} />
        <i style={{ left: share(point.own) }} />
      </span>
    </li>
  );
}
