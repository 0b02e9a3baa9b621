/** The one chart that says most about a run. */
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useApi } from "@/api/context";
import { measurementsQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { bars } from "@/charts/bars/definition";
import { FigureSkeleton } from "@/charts/figure-skeleton";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { ChartSlot, WhenNear } from "./chart-slot";
import { expectedBars } from "./expected-bars";
import { BarsFigures, DepthFigure, LoadFigure } from "./figures";
import { keyChartOf } from "./key-chart-of";
import { RunCurves } from "./over-time";

const TITLES = { load: words.load, depth: words.depth, bars: words.compareMeasurements } as const;
/** The drawing, and about as much as stands around it. */
const HEIGHTS = { load: 564, depth: { narrow: 668, wide: 624 } } as const;
const FIGURES = { load: LoadFigure, depth: DepthFigure, bars: BarsFigures } as const;

export function KeyChart({ run }: { run: Run }) {
  const kind = keyChartOf(run);
  if (kind === null) return null;
  if (kind === "curves") return <RunCurves run={run} phase={undefined} canWait />;
  return (
    <Section title={TITLES[kind]}>
      {kind === "bars" ? (
        <Figures run={run} kind={kind} />
      ) : (
        <WhenNear height={HEIGHTS[kind]} canWait>
          <Figures run={run} kind={kind} />
        </WhenNear>
      )}
    </Section>
  );
}

function Figures({ run, kind }: { run: Run; kind: keyof typeof FIGURES }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(measurementsQuery(api, run.id));
  const Figure = FIGURES[kind];
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return kind === "bars" ? (
    <Suspense fallback={<ExpectedBars run={run} />}>
      {data ? <Figure run={run.number} measurements={data} /> : <ExpectedBars run={run} />}
    </Suspense>
  ) : (
    <ChartSlot height={HEIGHTS[kind]}>{data && <Figure run={run.number} measurements={data} />}</ChartSlot>
  );
}

/** A source may have printed one figure or fifty: as many bars as there will be keep their room. */
function ExpectedBars({ run }: { run: Run }) {
  return expectedBars(run).map(({ metric: { name, label }, data }) => (
    <FigureSkeleton key={name} definition={bars} data={data} title={label} />
  ));
}
