/** The results of two configurations: medians, queue depths and percentiles, A as the first series and B as the second. */
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { ConfigurationComparison } from "@/api/configurations";
import { useApi } from "@/api/context";
import { distributionsQuery, measurementsQuery, percentilesQuery } from "@/api/runs";
import type { PhaseLatency } from "@/api/types";
import { figureHeight } from "@/charts/heights";
import type { PercentilesData } from "@/charts/percentiles/curves";
import { ErrorNotice } from "@/components/notice";
import { METRICS, type MetricName } from "@/lib/metrics";
import { diff as words } from "@/messages/configurations";
import { Card } from "@/parts/card";
import { SkeletonBox } from "@/parts/skeleton";
import { CHART_HEIGHTS } from "./chart-heights";
import classes from "./configurations.module.css";
import { DepthsFigure, PairPercentilesFigure, ResultsFigure } from "./figures";
import { pairPoints, sharedDistribution } from "./pair-results";

export interface DiffResultsProps {
  comparison: ConfigurationComparison;
  names: readonly [a: string, b: string];
  metric: MetricName;
}

export function DiffResults({ comparison, names, metric }: DiffResultsProps) {
  const [a, b] = [comparison.a.runs[0], comparison.b.runs[0]];
  const points = pairPoints(comparison);
  const fileName = `${comparison.a.configuration.number}-${comparison.b.configuration.number}`;
  return (
    <div className={classes.charts}>
      {comparison.findings.length > 0 && <ResultFindings findings={comparison.findings} />}
      {points.length === 0 ? (
        <Nothing title={words.results} text={words.noResults(METRICS[metric].label)} />
      ) : (
        <Suspense fallback={<SkeletonBox height={figureHeight(CHART_HEIGHTS.results, { legend: 1 })} />}>
          <ResultsFigure
            fileName={fileName}
            data={{ metric, names, points }}
            subtitle={words.resultsNote(METRICS[metric].label)}
          />
        </Suspense>
      )}
      {a && b && a.id !== b.id && (
        <>
          <Depths fileName={fileName} names={names} a={a} b={b} />
          <Percentiles fileName={fileName} names={names} a={a} b={b} />
        </>
      )}
    </div>
  );
}

/** The findings about both sides, the lead first; each has its rule as a hint. */
function ResultFindings({ findings }: Pick<ConfigurationComparison, "findings">) {
  return (
    <Card title={words.findings}>
      <ul className={classes.resultFindings}>
        {findings.map(({ sentence, rule }) => (
          <li key={sentence} title={rule}>
            {sentence}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Run = ConfigurationComparison["a"]["runs"][number];

interface NewestProps {
  fileName: string;
  names: readonly [a: string, b: string];
  a: Run;
  b: Run;
}

function Depths({ fileName, names, a, b }: NewestProps) {
  const { data, error, refetch } = useQuery(measurementsQuery(useApi(), a.id, b.id));
  const room = figureHeight(CHART_HEIGHTS.depths, { legend: 1 });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonBox height={room} />;
  const depths = new Set((data.source.outstanding_ios ?? []).filter((depth) => depth !== null));
  if (depths.size < 2) return <Nothing title={words.depths} text={words.noDepths} />;
  return (
    <Suspense fallback={<SkeletonBox height={room} />}>
      <DepthsFigure fileName={fileName} runs={[a.number, b.number]} names={names} measurements={data} />
    </Suspense>
  );
}

function Percentiles({ fileName, names, a, b }: NewestProps) {
  const api = useApi();
  const first = useQuery(percentilesQuery(api, a.number, true));
  const second = useQuery(percentilesQuery(api, b.number, true));
  const shared = first.data && second.data ? sharedDistribution(first.data.items, second.data.items) : null;
  const ofA = useQuery({
    ...distributionsQuery(api, a.number, [shared?.a.phase_ordinal ?? 0]),
    enabled: shared !== null,
  });
  const ofB = useQuery({
    ...distributionsQuery(api, b.number, [shared?.b.phase_ordinal ?? 0]),
    enabled: shared !== null,
  });
  const failed = [first, second, ofA, ofB].find(({ error, data }) => error && !data);
  const room = figureHeight(CHART_HEIGHTS.percentiles, { legend: 1 });
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  if (first.data && second.data && shared === null)
    return <Nothing title={words.percentiles} text={words.noPercentiles} />;
  if (!ofA.data || !ofB.data || shared === null) return <SkeletonBox height={room} />;
  const data: PercentilesData = {
    percents: ofA.data.percents,
    min_beyond: ofA.data.min_beyond,
    cdf: false,
    curves: [curveOf(ofA.data.items, names[0]), curveOf(ofB.data.items, names[1])].flat(),
  };
  return (
    <Suspense fallback={<SkeletonBox height={room} />}>
      <PairPercentilesFigure fileName={fileName} subtitle={words.percentilesNote(shared.a.name)} data={data} />
    </Suspense>
  );
}

function curveOf(items: readonly PhaseLatency[], name: string): PercentilesData["curves"] {
  const distribution = items[0]?.distributions.find(({ direction }) => direction === "total");
  return distribution ? [{ name, distribution }] : [];
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <Card title={title}>
      <p className={`${classes.body} ${classes.quiet}`}>{text}</p>
    </Card>
  );
}
