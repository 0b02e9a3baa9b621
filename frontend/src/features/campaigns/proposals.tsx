/** Ways to shorten a campaign: each measure is a button that adds it to the plan, and removes it. */
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { Measure } from "@/api/campaigns";
import type { Proposal } from "@/api/types";
import { formatDuration } from "@/lib/units";
import { newCampaign as words } from "@/messages/new-campaign";
import classes from "./campaigns.module.css";
import form from "./new-campaign.module.css";

export interface ProposalsProps {
  proposals: readonly Proposal[];
  /** True if the plan misses its deadline: then measures that cannot help are listed too. */
  tooLong: boolean;
  accepted: readonly Measure[];
  accept: (measures: Measure[]) => void;
}

export function Proposals({ proposals, tooLong, accepted, accept }: ProposalsProps) {
  const possible = proposals.some(({ available, measure }) => available || accepted.includes(measure));
  if (!possible && !tooLong) return null;
  return (
    <div>
      <strong id="proposals">{words.proposals}</strong>
      <ul className={form.proposals} aria-labelledby="proposals">
        {proposals.map((proposal) => {
          const { measure, title, available } = proposal;
          const taken = accepted.includes(measure);
          return (
            <li key={measure}>
              <Button
                variant={taken ? "filled" : "default"}
                size="xs"
                aria-pressed={taken}
                disabled={!available && !taken}
                leftSection={taken && <IconCheck size={16} aria-hidden="true" />}
                onClick={() => accept(taken ? accepted.filter((other) => other !== measure) : [...accepted, measure])}
              >
                {title}
              </Button>
              <div className={classes.aside}>{detailOf(proposal)}</div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Describe the saved time, if it is enough, and its consequences. */
function detailOf({ available, saves_seconds, fits, reason }: Proposal): string {
  const saved = available && saves_seconds !== null && words.saves(formatDuration(saves_seconds));
  const enough = available && fits !== null && (fits ? words.thenFits : words.thenNot);
  const effects = [saved, enough].filter(Boolean).join(", ");
  return effects ? `${effects}. ${reason}` : reason;
}
