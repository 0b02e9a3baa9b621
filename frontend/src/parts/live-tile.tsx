/** A server that measures: its number now, the curve and the phases, as one link. */
import { IconTemperature } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ShortValue } from "@/lib/short-values";
import { parts as words } from "@/messages/parts";
import { BigNumber } from "./big-number";
import { CardAnchor, type LinkedProps } from "./card";
import { Curve, type CurveProps } from "./curve";
import { Dot } from "./dot";
import classes from "./live-tile.module.css";
import { PhaseBar } from "./phase-bar";
import type { BarPhase } from "./phase-segments";

export interface LiveTileProps {
  name: string;
  model: string;
  /** As text: "41 °C". */
  temperature: string;
  value: ShortValue;
  /** Subject of the measurement: "RAID 5, 16 drives · 4K random write". */
  subject: string;
  curve: Pick<CurveProps, "values" | "ghost">;
  phases: readonly BarPhase[];
  /** The present phase by name. */
  phase: string;
  /** "phase 2 of 9"; left out on phones. */
  phasePlace: string;
  /** "round 8, range 14 %, limit 20 %". */
  note?: string;
  /** The time of day, with the word before it. */
  ends: { word: string; clock: string } | null;
}

function LiveTileAnchor({
  name,
  model,
  temperature,
  value,
  subject,
  curve,
  phases,
  phase,
  phasePlace,
  note,
  ends,
  ...link
}: LinkedProps<LiveTileProps>) {
  return (
    <CardAnchor {...link}>
      <div className={classes.tile}>
        <span className={classes.head}>
          <Dot tone="run" isPulsing />
          <span className={classes.name} dir="auto" title={name}>
            {name}
          </span>
          <span className={classes.model} dir="auto" title={model}>
            {model}
          </span>
          <span className={classes.temperature}>
            <IconTemperature size={14} stroke={1.75} aria-hidden="true" />
            <span className="visually-hidden">{words.temperature} </span>
            {temperature}
          </span>
        </span>
        <div className={classes.body}>
          <div>
            <BigNumber value={value} size={30} />
            <span className={classes.subject} dir="auto" title={subject}>
              {subject}
            </span>
          </div>
          <Curve {...curve} height={58} isLive />
        </div>
        <PhaseBar phases={phases} label={`${phase}, ${phasePlace}`} />
        <span className={classes.foot}>
          <span className={classes.progress}>
            <strong dir="auto">{phase}</strong> <span className={classes.place}>{phasePlace}</span>
            {note !== undefined && (
              <>
                <span className={classes.place}> · </span>
                {note}
              </>
            )}
          </span>
          {ends && (
            <span className={classes.ends}>
              <span className={classes.endsWord}>{ends.word} </span>
              <strong>{ends.clock}</strong>
            </span>
          )}
        </span>
      </div>
    </CardAnchor>
  );
}

export const LiveTile = createLink(LiveTileAnchor);
