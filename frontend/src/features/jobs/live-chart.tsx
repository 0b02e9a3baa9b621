/** The chart of a running job; it can be paused, and grows at most once a second. */
import { Button, Skeleton } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { seriesQuery } from "@/api/runs";
import type { LivePoint, Series } from "@/api/types";
import { Section } from "@/components/page";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import classes from "./job.module.css";
import { type ChartPoint, joinPoints, pointsOf } from "./live-points";

const METRICS = ["iops", "latency_mean_ns"] as const;
const CHART_HEIGHT = 460;

const LiveFigure = lazy(() => import("./live-figure").then((module) => ({ default: module.LiveFigure })));

export interface LiveChartProps {
  runId: string;
  streamed: readonly LivePoint[];
}

export function LiveChart({ runId, streamed }: LiveChartProps) {
  const api = useApi();
  const { data } = useQuery(seriesQuery(api, runId, "all", METRICS));
  const points = useMemo(() => {
    const ours = streamed.filter((point) => point.run_id === runId);
    return joinPoints(storedPoints(data), ours);
  }, [data, streamed, runId]);
  const [paused, setPaused] = useState<ChartPoint[] | null>(null);
  const shown = paused ?? points;
  const toggle = (
    <Button
      variant="default"
      size="xs"
      onClick={() => setPaused(paused ? null : points)}
      leftSection={
        paused ? <IconPlayerPlay size={16} aria-hidden="true" /> : <IconPlayerPause size={16} aria-hidden="true" />
      }
    >
      {paused ? words.resume : words.pause}
    </Button>
  );
  return (
    <Section title={paused ? words.livePaused : words.live} aside={toggle}>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        {shown.length > 0 ? (
          <LiveFigure points={shown} phases={data?.[0]?.phases ?? []} />
        ) : (
          <div className={classes.awaiting}>{runWords.noSamples}</div>
        )}
      </Suspense>
    </Section>
  );
}

function storedPoints(series: readonly Series[] | undefined): ChartPoint[] {
  const [iops, latency] = series ?? [];
  return iops && latency ? pointsOf(iops, latency) : [];
}
