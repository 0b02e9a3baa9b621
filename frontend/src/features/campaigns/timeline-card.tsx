/** When the cells of a campaign ran and will run, and what is built for them. */
import { IconChevronRight } from "@tabler/icons-react";
import type { CalendarSlot, Campaign, CampaignMatrix } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { useNow } from "@/lib/use-now";
import { timeline as words } from "@/messages/campaigns";
import { Card } from "@/parts/card";
import { Timeline } from "@/parts/timeline";
import classes from "./campaigns.module.css";
import { dayAndClock } from "./moments";
import { type CampaignTimeline, timelineOf } from "./timeline-rows";

const CLOCK_MS = 30_000;

export interface TimelineCardProps {
  campaign: Campaign;
  slots: readonly CalendarSlot[];
  matrix: CampaignMatrix;
}

export function TimelineCard({ campaign: { server }, slots, matrix }: TimelineCardProps) {
  const now = useNow(CLOCK_MS);
  const timeline = timelineOf(slots, matrix, now.getTime());
  const note = timeline ? noteOf(timeline, server?.name ?? null, now) : undefined;
  return (
    <Card
      title={words.title}
      note={note}
      aside={
        <ButtonLink
          to="/queue"
          variant="subtle"
          size="xs"
          rightSection={<IconChevronRight size={14} stroke={1.75} aria-hidden="true" />}
        >
          {words.openQueue}
        </ButtonLink>
      }
    >
      {timeline ? (
        <Timeline label={words.label} rows={timeline.rows} range={timeline.range} now={now.getTime()} />
      ) : (
        <p className={classes.none}>{words.empty}</p>
      )}
    </Card>
  );
}

function noteOf({ range, isOver }: CampaignTimeline, server: string | null, now: Date): string {
  const [from, to] = [dayAndClock(new Date(range.from), now), dayAndClock(new Date(range.to), now)];
  return isOver ? words.between(server, from, to) : words.until(server, to);
}
