/** The first pinned dashboards as cards. They end the page, so that nothing moves when they arrive. */
import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import { AnchorLink } from "@/components/link";
import { usePinnedDashboards } from "@/components/use-pinned-dashboards";
import { home as words } from "@/messages/home";
import classes from "./home.module.css";
import { PinnedCard } from "./pinned-card";

const SHOWN = 3;

export function PinnedDashboards({ now }: { now: Date }) {
  const heading = useId();
  const pinned = usePinnedDashboards();
  if (pinned.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{words.pinned}</h2>
        <AnchorLink to="/dashboards" search={{}} className={classes.all}>
          {words.allDashboards}
          <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
        </AnchorLink>
      </div>
      <div className={classes.pinned}>
        {pinned.slice(0, SHOWN).map((dashboard) => (
          <PinnedCard key={dashboard.id} dashboard={dashboard} now={now} />
        ))}
      </div>
    </section>
  );
}
