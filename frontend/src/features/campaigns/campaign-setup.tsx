/** The request of a campaign in words: short beside the matrix, whole on its own tab. */
import { isTerminalCampaign } from "@/api/campaigns";
import type { Campaign } from "@/api/types";
import { Moment } from "@/components/moment";
import { PropertyList } from "@/components/property-list";
import { shortSpan } from "@/lib/short-times";
import { formatPercent } from "@/lib/units";
import { messages, word } from "@/messages";
import { campaign as words } from "@/messages/campaigns";
import { job as jobWords } from "@/messages/jobs";
import { newCampaign } from "@/messages/new-campaign";
import type { RailFact } from "@/parts/key-value-rail";

export function CampaignSetup({ campaign }: { campaign: Campaign }) {
  const { started_at, proposals, request } = campaign;
  const taken = proposals.filter(({ accepted }) => accepted).map(({ title }) => title);
  return (
    <PropertyList
      properties={[
        [words.by, campaign.submitted_by],
        [words.submitted, <Moment key="submitted" at={campaign.created_at} />],
        [words.started, started_at === null ? messages.none : <Moment key="started" at={started_at} />],
        [words.engine, campaign.engine],
        [words.drives, campaign.drives.join(", ") || messages.none],
        [words.repeats, repeatsText(campaign)],
        [words.priority, campaign.priority],
        [words.conditioning, chosen(newCampaign.conditioningChoices, request.conditioning)],
        [words.onDriveFailure, onChangeText(campaign)],
        [words.measures, taken.join(", ") || messages.none],
        [words.note, campaign.note || messages.none],
      ]}
    />
  );
}

/** Return the settings that decide how a campaign goes on. */
export function setupFacts(campaign: Campaign): RailFact[] {
  const { deadline, fits, state, request, priority } = campaign;
  const retentionText = isTerminalCampaign(state) ? words.deadlineResult : words.keeps;
  return [
    { name: words.repeatsShort, value: repeatsText(campaign) },
    { name: words.conditioning, value: chosen(newCampaign.conditioningShort, request.conditioning) },
    { name: words.onChange, value: onChangeText(campaign) },
    {
      name: words.deadline,
      value:
        deadline === null ? (
          words.noDeadline
        ) : (
          <DeadlineText
            deadline={deadline}
            note={fits === null ? null : fits ? retentionText.met : retentionText.missed}
          />
        ),
    },
    { name: words.priority, value: priority },
  ];
}

function DeadlineText({ deadline, note }: { deadline: string; note: string | null }) {
  return (
    <>
      <Moment at={deadline} />
      {note !== null && ` (${note})`}
    </>
  );
}

/** Return how often each cell is measured, and until when. */
function repeatsText({ repeats, request }: Campaign): string | number {
  const until = request.repeat_until as { cv_percent: number } | null | undefined;
  return until ? jobWords.repeatsUpTo(repeats, formatPercent(until.cv_percent)) : repeats;
}

function onChangeText({ request }: Campaign): string | null {
  const { on_drive_failure, decide_after_seconds, decide_with } = request;
  if (typeof decide_after_seconds === "number") {
    return words.promptThen(chosen(newCampaign.decideWith, decide_with) ?? "", shortSpan(decide_after_seconds));
  }
  return chosen(newCampaign.onDriveFailureShort, on_drive_failure);
}

/** Return a choice in words; null where the request does not have it. */
function chosen(choices: Record<string, string>, value: unknown): string | null {
  return typeof value === "string" ? word(choices, value) : null;
}
