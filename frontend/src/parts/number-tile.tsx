/** Tiles of the numbers of a run: label, number with unit, change, and a live curve. */
import type { ReactNode } from "react";
import type { ShortValue } from "@/lib/short-values";
import { BigNumber, type NumberSize } from "./big-number";
import { Card } from "./card";
import classes from "./number-tile.module.css";

export interface NumberTileProps {
  /** The first of a result names its workload: "4K random write, QD 256". */
  label: string;
  value: ShortValue;
  size?: NumberSize;
  /** A `Delta`, or a few words. */
  note?: ReactNode;
  /** A `Curve` of the last minute. */
  curve?: ReactNode;
}

/** Show one entry of the list `NumberTiles`. */
export function NumberTile({ label, value, size = 26, note, curve }: NumberTileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label} dir="auto">
        {label}
      </dt>
      <dd className={classes.value}>
        <BigNumber value={value} size={size} />
      </dd>
      {(note || curve) && (
        <dd className={classes.foot}>
          <span>{note}</span>
          {curve && <div className={classes.curve}>{curve}</div>}
        </dd>
      )}
    </div>
  );
}

/** A card of tiles; `hasLead` gives the first one a row of its own on phones. */
export function NumberTiles({ hasLead = false, children }: { hasLead?: boolean; children: ReactNode }) {
  return (
    <Card>
      <dl className={classes.tiles} data-lead={hasLead || undefined}>
        {children}
      </dl>
    </Card>
  );
}
