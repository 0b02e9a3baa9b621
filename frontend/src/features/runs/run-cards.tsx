/** The runs on a phone: one card a row, each a link to its run. */
import { Link } from "@tanstack/react-router";
import type { RunSummary } from "@/api/types";
import { runs as words } from "@/messages/runs";
import classes from "./run-cards.module.css";
import { Added, Cut, FirstHeadline, RunBadges } from "./run-cells";

export function RunCards({ runs, isBusy }: { runs: readonly RunSummary[]; isBusy: boolean }) {
  return (
    <ul className={classes.cards} aria-label={words.caption} aria-busy={isBusy}>
      {runs.map((run) => (
        <li key={run.id}>
          <Link to="/runs/$ref" params={{ ref: run.number }} className={classes.card}>
            <div className={classes.name}>
              <Cut text={run.title} isStrong />
              <div className={classes.facts}>
                <span>
                  {run.number} · <Added at={run.created_at} />
                </span>
                <RunBadges run={run} />
              </div>
            </div>
            <div className={classes.result}>
              <FirstHeadline run={run} />
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}
