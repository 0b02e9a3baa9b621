/** What was asked for with a campaign. */
import type { Campaign } from "@/api/types";
import { Moment } from "@/components/moment";
import { PropertyList } from "@/components/property-list";
import { formatPercent } from "@/lib/units";
import { messages, word } from "@/messages";
import { campaign as words } from "@/messages/campaigns";
import { job as jobWords } from "@/messages/jobs";
import { newCampaign } from "@/messages/new-campaign";

export function CampaignSetup({ campaign }: { campaign: Campaign }) {
  const { request, started_at, proposals } = campaign;
  const taken = proposals.filter(({ accepted }) => accepted).map(({ title }) => title);
  return (
    <PropertyList
      properties={[
        [words.by, campaign.submitted_by],
        [words.submitted, <Moment key="submitted" at={campaign.created_at} />],
        [words.started, started_at === null ? messages.none : <Moment key="started" at={started_at} />],
        [words.engine, campaign.engine],
        [words.drives, campaign.drives.join(", ") || messages.none],
        [words.repeats, repeats(campaign)],
        [words.priority, campaign.priority],
        [words.conditioning, chosen(newCampaign.conditioningChoices, request.conditioning)],
        [words.onDriveFailure, chosen(newCampaign.onDriveFailureChoices, request.on_drive_failure)],
        [words.measures, taken.join(", ") || messages.none],
        [words.note, campaign.note || messages.none],
      ]}
    />
  );
}

/** How often each cell is measured, and until what. */
function repeats({ repeats, request }: Campaign): string | number {
  const until = request.repeat_until as { cv_percent: number } | null | undefined;
  return until ? jobWords.repeatsAtMost(repeats, formatPercent(until.cv_percent)) : repeats;
}

/** What was chosen, in words; null where the request does not tell. */
function chosen(choices: Record<string, string>, value: unknown): string | null {
  return typeof value === "string" ? word(choices, value) : null;
}
