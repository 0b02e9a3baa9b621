/** The queue as a timeline per server. */
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Horizon } from "@/api/overview";
import type { Overview } from "@/api/types";
import { AnchorLink, ButtonLink } from "@/components/link";
import { queueRows } from "@/components/queue-rows";
import { home as words } from "@/messages/home";
import { Card } from "@/parts/card";
import { Timeline } from "@/parts/timeline";
import classes from "./home.module.css";

export interface QueueCardProps {
  overview: Overview;
  horizon: Horizon;
  now: Date;
  /** The choice of the horizon, where the top bar has no room for it. */
  menu?: ReactNode;
}

export function QueueCard({ overview: { queue }, horizon, now, menu }: QueueCardProps) {
  const { rows, range, more } = queueRows(queue);
  const open = (
    <ButtonLink
      to="/queue"
      variant="subtle"
      size="xs"
      rightSection={<IconChevronRight size={14} stroke={1.75} aria-hidden="true" />}
    >
      {words.openQueue}
    </ButtonLink>
  );
  return (
    <Card
      title={words.queue}
      note={menu ? undefined : words.nextSpan[horizon]}
      aside={
        <>
          {menu}
          {open}
        </>
      }
    >
      <Timeline label={words.queueLabel(words.nextSpan[horizon])} rows={rows} range={range} now={now.getTime()} />
      {more > 0 && (
        <AnchorLink to="/queue" className={classes.more}>
          {words.moreServers(more)}
        </AnchorLink>
      )}
    </Card>
  );
}
