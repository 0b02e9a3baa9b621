/** A stored curve of the demo data, played again with its numbers. */
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronRight, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { REPLAY_METRICS, replayQuery } from "@/api/demo-runs";
import { runQuery } from "@/api/runs";
import { demoDataQuery } from "@/api/session";
import { ButtonLink } from "@/components/link";
import { type ShortValue, shortValue } from "@/lib/short-values";
import { useSpareTime } from "@/lib/spare-time";
import { home } from "@/messages/home";
import { Badge } from "@/parts/badge";
import { BigNumber } from "@/parts/big-number";
import { Card } from "@/parts/card";
import { runsOf } from "./demo-stories";
import classes from "./first-visit.module.css";
import { type Replay, useReplay } from "./use-replay";

const ReplayChart = lazy(() => import("./replay-chart").then((module) => ({ default: module.ReplayChart })));

const words = home.first;
/** Seconds of the recording in one of the replay. */
export const FACTOR = 60;
const LABELS = [words.iopsNow, words.latencyNow, words.throughputNow] as const;

export function DemoReplay() {
  const api = useApi();
  const isSpare = useSpareTime();
  const { data: demo } = useQuery(demoDataQuery(api));
  const [number] = runsOf(demo?.measured ?? [], "rebuild");
  const { data: run } = useQuery({ ...runQuery(api, number ?? ""), enabled: isSpare && number !== undefined });
  const phase = run?.phases.find(({ kind }) => kind === "measure")?.ordinal ?? null;
  const { data: series } = useQuery({
    ...replayQuery(api, run?.id ?? "", phase ?? 0),
    enabled: run !== undefined && phase !== null,
  });
  const length = series?.[0]?.mean.length ?? 0;
  const replay = useReplay({ length, step_ms: series?.[0]?.step_ms ?? 0, factor: FACTOR });
  return (
    <Card>
      <section className={classes.demo} aria-label={words.demoTitle} data-tour="result">
        <div className={classes.demoHead}>
          <h2>{words.demoTitle}</h2>
          <Badge tone="outlined">{words.demoBadge(FACTOR)}</Badge>
          <span className={classes.demoActs}>
            <ActionIcon variant="default" size={26} aria-label={wordOf(replay)} onClick={replay.toggle}>
              {replay.isPlaying ? (
                <IconPlayerPause size={14} stroke={1.75} />
              ) : (
                <IconPlayerPlay size={14} stroke={1.75} />
              )}
            </ActionIcon>
            <OpenRun number={number} />
          </span>
        </div>
        <dl className={classes.numbers}>
          {REPLAY_METRICS.map((metric, index) => (
            <div key={metric}>
              <dt>{LABELS[index]}</dt>
              <dd>
                <BigNumber value={replayed(metric, series?.[index]?.mean[replay.played - 1])} size={44} />
              </dd>
            </div>
          ))}
        </dl>
        <div className={classes.chart}>
          {series?.[0] && length > 0 && (
            <Suspense fallback={null}>
              <ReplayChart values={series[0].mean} step_ms={series[0].step_ms} played={replay.played} />
            </Suspense>
          )}
        </div>
      </section>
    </Card>
  );
}

const wordOf = ({ isPlaying, isOver }: Replay): string => {
  if (isPlaying) return words.pause;
  return isOver ? words.replay : words.play;
};

/** Return a value without the unit that the label already names: `164` and `k`. */
function replayed(metric: (typeof REPLAY_METRICS)[number], value: number | null | undefined): ShortValue {
  const short = shortValue(metric, value);
  if (metric !== "iops") return short;
  const [, number = short.number, unit = ""] = /^([\d.]+)([kMG]?)$/.exec(short.number) ?? [];
  return { number, unit };
}

/** Reserve the space until the run is known. */
function OpenRun({ number }: { number: string | undefined }) {
  const shared = {
    variant: "default",
    size: "xs",
    rightSection: <IconChevronRight size={13} stroke={1.75} aria-hidden="true" />,
    children: words.openRun,
  } as const;
  if (number === undefined) return <Button className={classes.unknown} {...shared} />;
  return <ButtonLink to="/runs/$ref" params={{ ref: number }} {...shared} />;
}
