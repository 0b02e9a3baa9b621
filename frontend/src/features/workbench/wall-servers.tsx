/** Servers that measure now, above the panels of a wall: the number to read from afar, its curve and its phases. */
import type { CSSProperties } from "react";
import type { RunUnderWay } from "@/api/types";
import { barPhases } from "@/components/bar-phases";
import { endsAt, liveValue, subjectOf } from "@/components/live-facts";
import { useNow } from "@/lib/use-now";
import { dashboards } from "@/messages/dashboards";
import { home } from "@/messages/home";
import { BigNumber } from "@/parts/big-number";
import { Curve } from "@/parts/curve";
import { Dot } from "@/parts/dot";
import { PhaseBar } from "@/parts/phase-bar";
import classes from "./wall.module.css";

const words = dashboards.wall;
const CLOCK_MS = 15_000;
const CURVE = 44;
/** The head of the wall counts the others. */
const MAX_SERVERS = 4;
/** Px that the tiles take of a page with their gap. */
export const SERVERS_HEIGHT = 204;
const HEIGHT = { "--servers-height": `${SERVERS_HEIGHT}px` } as CSSProperties;

export function WallServers({ runs }: { runs: readonly RunUnderWay[] }) {
  const now = useNow(CLOCK_MS);
  return (
    <ul className={classes.servers} style={HEIGHT} aria-label={words.servers}>
      {runs.slice(0, MAX_SERVERS).map((run) => (
        <WallServer key={run.id} run={run} now={now} />
      ))}
    </ul>
  );
}

function WallServer({ run, now }: { run: RunUnderWay; now: Date }) {
  const { server, progress, curve } = run;
  const ends = endsAt(run, now);
  const phase = progress?.phase_name ?? home.preparing;
  const subject = subjectOf(run);
  return (
    <li className={classes.server}>
      <span className={classes.serverHead}>
        <Dot tone="run" isPulsing />
        <strong dir="auto">{server.name}</strong>
        {ends !== null && (
          <span className={classes.facts}>
            {home.ends} {ends}
          </span>
        )}
      </span>
      <BigNumber value={liveValue(run)} size={50} />
      <span className={classes.subject} dir="auto" title={subject}>
        {subject}
      </span>
      <span className={classes.serverCurve}>
        <Curve values={curve?.lines[0] ?? []} height={CURVE} isLive />
      </span>
      <PhaseBar phases={barPhases(run)} label={phase} />
    </li>
  );
}
