/** The one chart that says most about a run. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { measurementsQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { ChartSlot } from "./chart-slot";
import { BarsFigures, DepthFigure, LoadFigure } from "./figures";
import { keyChartOf } from "./key-chart-of";
import { RunCurves } from "./over-time";

const TITLES = { load: words.load, depth: words.depth, bars: words.compareMeasurements } as const;
const FIGURES = { load: LoadFigure, depth: DepthFigure, bars: BarsFigures } as const;

export function KeyChart({ run }: { run: Run }) {
  const kind = keyChartOf(run);
  if (kind === null) return null;
  return kind === "curves" ? <RunCurves run={run} phase={undefined} /> : <Figures run={run} kind={kind} />;
}

function Figures({ run, kind }: { run: Run; kind: keyof typeof FIGURES }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(measurementsQuery(api, run.id));
  const Figure = FIGURES[kind];
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <Section title={TITLES[kind]}>
      <ChartSlot>{data && <Figure run={run.number} measurements={data} />}</ChartSlot>
    </Section>
  );
}
