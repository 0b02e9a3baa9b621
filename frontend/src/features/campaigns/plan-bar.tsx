/** The plan of a draft to scale: what is built and what is measured, one bar per server. */

import type { CampaignPlan } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import { newCampaign as words } from "@/messages/new-campaign";
import { planBlocks } from "./draft-rows";
import { dayAndClock } from "./moments";
import classes from "./plan-bar.module.css";

export interface PlanBarProps {
  plan: CampaignPlan | undefined;
  isPlanned: boolean;
  /** Choice that is still missing; null where none is. */
  missing: string | null;
  now: Date;
}

export function PlanBar({ plan, isPlanned, missing, now }: PlanBarProps) {
  const lanes = plan ? planBlocks(plan) : [];
  const end = plan?.estimated_finish_at ? new Date(plan.estimated_finish_at) : null;
  return (
    <section className={classes.plan} aria-label={words.plan} data-stale={!isPlanned || undefined}>
      <div className={classes.head}>
        <strong>{words.plan}</strong>
        <span className={classes.quiet}>{words.startsNow}</span>
        <span className={classes.legend}>
          <span data-kind="build">{words.build}</span>
          <span data-kind="measure">{words.measure}</span>
        </span>
      </div>
      {missing !== null && <p className={classes.missing}>{missing}</p>}
      {missing === null && lanes.length === 0 && <div className={classes.blocks} />}
      {missing === null &&
        lanes.map(({ server, blocks }) => (
          <div key={server}>
            {lanes.length > 1 && <span className={classes.quiet}>{server}</span>}
            <ol className={classes.blocks}>
              {blocks.map(({ key, name, short, build, measure }) => (
                <li
                  key={key}
                  style={{ flexGrow: build + measure }}
                  title={words.block(name, shortSpan(build), shortSpan(measure))}
                >
                  <span className="visually-hidden">{words.block(name, shortSpan(build), shortSpan(measure))}</span>
                  {build > 0 && <span className={classes.build} style={{ flexGrow: build }} aria-hidden="true" />}
                  <span className={classes.measure} style={{ flexGrow: measure }} aria-hidden="true">
                    <span>{short}</span>
                  </span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      <div className={classes.times} data-numeric>
        <span>{end && missing === null ? dayAndClock(now, now) : ""}</span>
        <span>{end && missing === null ? dayAndClock(end, now) : ""}</span>
      </div>
    </section>
  );
}
