/** Number of measurements running and queued at the moment; links to the queue. */
import { Link } from "@tanstack/react-router";
import { shell as words } from "@/messages/shell";
import classes from "./navigation.module.css";
import type { ShownCounts } from "./use-lab-counts";

/** As high without counts as with them. */
export function LiveBox({ counts }: { counts: ShownCounts | null }) {
  const isIdle = counts !== null && counts.measuring + counts.queued === 0;
  return (
    <Link to="/queue" className={classes.live} activeOptions={{ exact: true }}>
      {counts === null && <span className="visually-hidden">{words.live}</span>}
      {isIdle && (
        <>
          <span className={classes.dot} />
          <span className={classes.quiet}>{words.nothing}</span>
        </>
      )}
      {counts !== null && !isIdle && (
        <>
          <span className={classes.dot} data-running={counts.measuring > 0 || undefined} />
          <strong>{words.measuring(counts.measuring)}</strong>
          <span className={classes.count}>{words.queued(counts.queued)}</span>
        </>
      )}
    </Link>
  );
}
