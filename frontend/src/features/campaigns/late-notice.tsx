/** Notice of a campaign that does not end in time: its expected end, and ways to shorten it. */
import type { Campaign } from "@/api/types";
import { Notice } from "@/components/notice";
import { formatDateTime, formatDuration } from "@/lib/units";
import { campaign as words } from "@/messages/campaigns";

export function LateNotice({ campaign: { deadline, fits, estimated_finish_at, proposals } }: { campaign: Campaign }) {
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
