/** Figures derived from the curve and the sweeps of a run, with their rules in words. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { Derived, DerivedPoint, DerivedSweep } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { formatLatency } from "@/lib/units";
import { messages, word } from "@/messages";
import { derived as words } from "@/messages/derived";
import { curveFigures, limitText, pointText } from "./derived-figures";
import classes from "./run.module.css";

const LONG_FROM = 16;

interface Props {
  /** The query of `derivedQuery`. */
  answer: Pick<UseQueryResult<Derived>, "data" | "error" | "refetch">;
}

/** Show the figures derived from the longest curve of a run. */
export function DerivedCurve({ answer: { data, error, refetch } }: Props) {
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const figures = curveFigures(data?.curve ?? null);
  if (figures.length === 0) return null;
  return (
    <Section title={words.title}>
      <dl className={classes.derived}>
        {figures.map(({ name, value, rule }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.derivedValue}>{value}</dd>
            <dd className={classes.rule}>{rule}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Show the figures derived from every sweep of load. */
export function DerivedSweeps({ answer: { data, error, refetch } }: Props) {
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data || data.sweeps.length === 0) return null;
  return (
    <Section title={words.title}>
      <Sweeps sweeps={data.sweeps} />
    </Section>
  );
}

function Sweeps({ sweeps }: { sweeps: readonly DerivedSweep[] }) {
  const limits = new Set(sweeps.map((sweep) => sweep.max_at_latency_limit.limit_ns));
  return (
    <>
      <DataTable
        caption={words.sweepsCaption}
        columns={sweepColumns([...limits])}
        rows={sweeps}
        rowKey={({ by, label }) => `${by} ${label}`}
        long={sweeps.length >= LONG_FROM}
        minWidth={1000}
      />
      <details>
        <summary className={classes.summary}>{words.rules}</summary>
        <dl className={classes.rules}>
          {words.sweepRules.map(([name, rule]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{rule}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function sweepColumns(limits: readonly number[]): readonly Column<DerivedSweep>[] {
  const point = (key: string, title: string, pick: (sweep: DerivedSweep) => DerivedPoint | null) => ({
    key,
    title,
    numeric: true,
    cell: (sweep: DerivedSweep) => pointText(pick(sweep), sweep),
  });
  return [
    {
      key: "sweep",
      title: words.columns.sweep,
      wrap: true,
      cell: ({ label, by }) => words.sweep(label, word(words.axes, by)),
    },
    point("best", words.columns.best, ({ best }) => best),
    point("knee", words.columns.knee, ({ knee }) => knee),
    point("saturation", words.columns.saturation, ({ saturation }) => saturation),
    {
      key: "limit",
      title: words.columns.limit(limits.map((limit) => formatLatency(limit, { trim: true })).join(", ")),
      numeric: true,
      cell: ({ max_at_latency_limit }) => limitText(max_at_latency_limit),
    },
    point("power", words.columns.power, ({ best_power }) => best_power),
    {
      key: "retrograde",
      title: words.columns.retrograde,
      cell: ({ retrograde }) => (retrograde === null ? messages.unknown : retrograde ? messages.yes : messages.no),
    },
  ];
}
