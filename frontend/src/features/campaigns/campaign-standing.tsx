/** How far a campaign is, when it ends, and whether that is before its deadline. */
import { isTerminalCampaign } from "@/api/campaigns";
import type { Campaign } from "@/api/types";
import { Moment } from "@/components/moment";
import { Notice } from "@/components/notice";
import { type Property, PropertyList } from "@/components/property-list";
import { formatDateTime, formatDuration } from "@/lib/units";
import { campaign as words } from "@/messages/campaigns";
import { CampaignProgress } from "./campaign-progress";

export function CampaignStanding({ campaign }: { campaign: Campaign }) {
  const { state, estimated_seconds, estimated_finish_at, finished_at, deadline } = campaign;
  const over = isTerminalCampaign(state);
  const ending: Property[] = over
    ? [[words.ended, <Moment key="ended" at={finished_at} />]]
    : [
        [words.remaining, formatDuration(estimated_seconds)],
        [words.finish, estimated_finish_at && <Moment key="finish" at={estimated_finish_at} />],
      ];
  return (
    <>
      {!over && <TooLate campaign={campaign} />}
      <section aria-label={words.standing}>
        <CampaignProgress campaign={campaign} size="lg" />
        <PropertyList
          properties={[
            ...ending,
            [
              words.deadline,
              deadline === null ? words.noDeadline : <DeadlineText key="deadline" campaign={campaign} />,
            ],
          ]}
        />
      </section>
    </>
  );
}

/** The deadline, and whether the campaign was over before it or will be. */
function DeadlineText({ campaign: { state, deadline, fits } }: { campaign: Campaign }) {
  const told = isTerminalCampaign(state) ? words.kept : words.keeps;
  return (
    <>
      <Moment at={deadline} />
      {fits !== null && ` (${fits ? told.met : told.missed})`}
    </>
  );
}

/** Where it does not end in time: what would have made it shorter. */
function TooLate({ campaign: { deadline, fits, estimated_finish_at, proposals } }: { campaign: Campaign }) {
  if (fits !== false || deadline === null) return null;
  const saving = proposals.filter(({ available, accepted }) => available && !accepted);
  return (
    <Notice level="warn" title={words.late(formatDateTime(deadline))}>
      {estimated_finish_at && <div>{words.lateFinish(formatDateTime(estimated_finish_at))}</div>}
      {saving.map(({ measure, title, reason, saves_seconds }) => (
        <div key={measure}>
          {saves_seconds === null ? title : words.wouldSave(title, formatDuration(saves_seconds))}. {reason}
        </div>
      ))}
    </Notice>
  );
}
