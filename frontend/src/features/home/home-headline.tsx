/** The headline of Home: the servers in one sentence, the queue and open matters in another. */
import type { Overview } from "@/api/types";
import { clockOf } from "@/lib/short-times";
import { home as words } from "@/messages/home";
import { queueSentence, serversSentence } from "./headline";
import classes from "./home.module.css";

export interface HomeHeadlineProps {
  overview: Overview;
  now: Date;
  /** Since when the values are old, in ms. */
  silentSince: number | null;
}

export function HomeHeadline({ overview, now, silentSince }: HomeHeadlineProps) {
  const isOld = silentSince !== null;
  return (
    <header className={classes.lead}>
      <h1 dir="auto">{serversSentence(overview)}</h1>
      {/* Announced when the stream breaks, and not with every change of the queue. */}
      <span role="status" className={isOld ? classes.leadNote : "visually-hidden"}>
        {isOld && words.headline.interrupted(clockOf(new Date(silentSince)))}
      </span>
      {!isOld && <span className={classes.leadNote}>{queueSentence(overview, now)}</span>}
    </header>
  );
}
