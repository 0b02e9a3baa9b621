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
import { ChartSlot } from "./chart-slot";
import { expectedBars } from "./expected-bars";
import { BarsFigures, DepthFigure, LoadFigure } from "./figures";
import { keyChartOf } from "./key-chart-of";
import { RunCurves } from "./over-time";

const TITLES = { load: words.load, depth: words.depth, bars: words.compareMeasurements } as const;
/** The drawing, and about as much as stands around it. */
const HEIGHTS = { load: 564, depth: 644 } as const;
const FIGURES = { load: LoadFigure, depth: DepthFigure, bars: BarsFigures } as const;

export function KeyChart({ run }: { run: Run }) {
  const kind = keyChartOf(run);
  if (kind === null) return null;
  return kind === "curves" ? <RunCurves run={run} phase={undefined} canWait /> : <Figures run={run} kind={kind} />;
}

function Figures({ run, kind }: { run: Run; kind: keyof typeof FIGURES }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(measurementsQuery(api, run.id));
  const Figure = FIGURES[kind];
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <Section title={TITLES[kind]}>
      {kind === "bars" ? (
        <Suspense fallback={<ExpectedBars run={run} />}>
          {data ? <Figure run={run.number} measurements={data} /> : <ExpectedBars run={run} />}
        </Suspense>
      ) : (
        <ChartSlot height={HEIGHTS[kind]} canWait>
          {data && <Figure run={run.number} measurements={data} />}
        </ChartSlot>
      )}
    </Section>
  );
}

/** A source may have printed one figure or fifty: as many bars as there will be keep their room. */
function ExpectedBars({ run }: { run: Run }) {
  return expectedBars(run).map(({ metric: { name, label }, data }) => (
    <FigureSkeleton key={name} definition={bars} data={data} title={label} />
  ));
}
