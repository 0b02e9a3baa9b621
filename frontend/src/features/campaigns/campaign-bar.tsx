/** Action bar of a new campaign: its size and cost, its obstacles, and the start. */
import { Anchor, Button, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { CampaignPlan } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import { joinShort, NO_VALUE, shortBytes, shortPercent } from "@/lib/short-values";
import { newCampaign as words } from "@/messages/new-campaign";
import { newRun } from "@/messages/new-run";
import { parts } from "@/messages/parts";
import { ActionBar, type BarFigure } from "@/parts/action-bar";
import { ConfirmErase, ConfirmErasePlace, type ConfirmEraseProps } from "@/parts/confirm-erase";
import { emptyId } from "./draft-matrix";
import type { EmptyLayout } from "./draft-rows";
import { dayAndClock } from "./moments";
import classes from "./new-campaign.module.css";

const REASON = "new-campaign-reason";

export interface CampaignBarProps {
  plan: CampaignPlan | undefined;
  now: Date;
  empty: readonly EmptyLayout[];
  /** Reason why it cannot start, other than a layout or a serial; a pending plan passes by itself. */
  reason: { text: string; passes: boolean } | null;
  /** The drives that will be erased, "awaited" until they are known; null where nothing is. */
  erase: ConfirmEraseProps | "awaited" | null;
  start: { run: () => void; isReady: boolean; isPending: boolean };
}

export function CampaignBar({ plan, now, empty, reason, erase, start }: CampaignBarProps) {
  const [first] = empty;
  return (
    <ActionBar
      label={words.title}
      figures={figuresOf(plan, now)}
      actions={
        <Button
          size="md"
          disabled={!start.isReady}
          loading={start.isPending}
          onClick={start.run}
          aria-describedby={start.isReady ? undefined : REASON}
        >
          {words.submit}
        </Button>
      }
    >
      <div id={REASON} className={classes.reason}>
        {first && (
          <div className={classes.blocked}>
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <strong>{words.yieldsNothing(words.layoutNames[first.layout])}</strong>
              <div>{words.toStart(words.layoutNames[first.layout], first.count)}</div>
            </div>
            <Anchor
              href={`#${emptyId(first.layout)}`}
              onClick={(event) => {
                event.preventDefault();
                const row = document.getElementById(emptyId(first.layout));
                row?.scrollIntoView({ block: "center" });
                row?.focus({ preventScroll: true });
              }}
            >
              {words.show}
            </Anchor>
          </div>
        )}
        {!first && reason && (
          <Text c="dimmed" className={erase && reason.passes ? "visually-hidden" : undefined}>
            {reason.text}
          </Text>
        )}
        {!first && erase === "awaited" && <ConfirmErasePlace />}
        {!first && erase !== null && erase !== "awaited" && <ConfirmErase {...erase} />}
      </div>
    </ActionBar>
  );
}

/** Without a plan the figures have no values, so that nothing moves when it arrives. */
function figuresOf(plan: CampaignPlan | undefined, now: Date): BarFigure[] {
  if (!plan) {
    return [words.figures.cells, words.figures.ends, newRun.ofEndurance].map((note) => ({ value: NO_VALUE, note }));
  }
  const { cells_total, cells_impossible, estimated_seconds, estimated_finish_at, expected_writes, endurance } = plan;
  const used = endurance.flatMap(({ typical_percent }) => typical_percent ?? []);
  return [
    {
      value: words.cellCount(cells_total - cells_impossible),
      note: cells_impossible > 0 ? words.impossibleCount(cells_impossible) : words.figures.toMeasure,
    },
    {
      value: shortSpan(estimated_seconds),
      note: estimated_finish_at ? words.endsAt(dayAndClock(new Date(estimated_finish_at), now)) : words.figures.ends,
    },
    {
      value: expected_writes === null ? parts.unknown : joinShort(shortBytes(expected_writes.typical_bytes)),
      note: used.length > 0 ? words.usedOf(shortPercent(Math.max(...used))) : words.figures.written,
    },
  ];
}
