/** The loudest numbers of a run, with their unit and with what stands behind each of them. */
import type { Run } from "@/api/types";
import { run as words } from "@/messages/run";
import { formatHeadline } from "./headline";
import { behindHeadline } from "./headline-source";
import classes from "./run.module.css";

const MOST = 4;

export function HeadlineNumbers({ run }: { run: Run }) {
  if (run.headline.length === 0) return null;
  return (
    <section aria-label={words.headline} className={classes.headlines}>
      {run.headline.slice(0, MOST).map((headline) => (
        <div key={`${headline.metric} ${headline.label}`} className={classes.headline}>
          <span className={classes.headlineLabel}>{headline.label}</span>
          <span className={classes.headlineValue}>{formatHeadline(headline)}</span>
          <span className={classes.headlineLabel}>
            {headline.better === "lower" ? words.lowerIsBetter : words.higherIsBetter}
          </span>
          <span className={classes.headlineLabel}>{behindHeadline(headline, run)}</span>
        </div>
      ))}
    </section>
  );
}
