/** A result in short: key chart, name, number, change and verdict, as one link. */
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MetricName } from "@/lib/metrics";
import type { ShortValue } from "@/lib/short-values";
import { parts as words } from "@/messages/parts";
import { BigNumber } from "./big-number";
import { CardAnchor, type LinkedProps } from "./card";
import { Delta } from "./delta";
import classes from "./result-card.module.css";
import { Thumbnail, type ThumbnailData } from "./thumbnail";

export interface ResultCardProps {
  /** The key chart; null where the run has none. */
  picture: ThumbnailData | null;
  /** Difference from other runs: "ioDrive2 Duo, +20 % spare area". */
  name: string;
  workload: string;
  value: ShortValue;
  change: { percent: number; metric: MetricName | null } | null;
  /** Number, age and what it is compared with: "r-482 · 2 h ago · vs stock". */
  meta: string;
  /** A `VerdictBadge`, or the size of a sweep as a `Badge`. */
  badge: ReactNode;
  isNew?: boolean;
}

const PICTURE_HEIGHT = 74;

function ResultAnchor({
  picture,
  name,
  workload,
  value,
  change,
  meta,
  badge,
  isNew = false,
  ...link
}: LinkedProps<ResultCardProps>) {
  return (
    <CardAnchor {...link}>
      <div className={classes.card}>
        <div className={classes.picture}>{picture && <Thumbnail data={picture} height={PICTURE_HEIGHT} />}</div>
        <div className={classes.body}>
          <span className={classes.name} dir="auto" title={name}>
            {isNew && <span className={classes.new} role="img" aria-label={words.isNew} title={words.isNew} />}
            {name}
          </span>
          <span className={classes.workload} dir="auto" title={workload}>
            {workload}
          </span>
          <span className={classes.figure}>
            <BigNumber value={value} size={23} />
            {change && <Delta {...change} />}
          </span>
          <span className={classes.foot}>
            <span className={classes.meta} title={meta}>
              {meta}
            </span>
            {badge}
          </span>
        </div>
      </div>
    </CardAnchor>
  );
}

export const ResultCard = createLink(ResultAnchor);
