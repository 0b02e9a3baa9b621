/** Status of a permalink in words; dates and reasons are below it. */
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconHourglass,
  IconLock,
} from "@tabler/icons-react";
import type { Share } from "@/api/types";
import { type Tone, ToneLabel } from "@/components/state-label";
import { formatDateTime } from "@/lib/units";
import { shares as words } from "@/messages/shares";
import classes from "./shares.module.css";
import { type ShareStatus, statusOf } from "./status";

const TONES: Record<ShareStatus, readonly [Tone, typeof IconLock]> = {
  draft: ["idle", IconCircleDashed],
  live: ["ok", IconCircleCheck],
  embargoed: ["warn", IconHourglass],
  closed: ["warn", IconLock],
  expired: ["idle", IconCircleMinus],
  withdrawn: ["error", IconCircleX],
};

export function ShareState({ share }: { share: Share }) {
  const status = statusOf(share);
  const [tone, Icon] = TONES[status];
  return (
    <>
      <ToneLabel tone={tone} Icon={Icon} text={words.standings[status]} />
      {detailsOf(share, status).map((detail) => (
        <div key={detail} className={classes.aside}>
          {detail}
        </div>
      ))}
    </>
  );
}

function detailsOf(share: Share, status: ShareStatus): string[] {
  const { embargo_until, expires_at, revoked_reason, correction } = share;
  const details: string[] = [];
  if (status === "withdrawn") details.push(...(revoked_reason ? [words.because(revoked_reason)] : []));
  else if (status === "expired") details.push(words.expiredOn(formatDateTime(expires_at)));
  else {
    const isUnderEmbargo = status === "embargoed" || status === "closed";
    if (isUnderEmbargo) details.push(words.until(formatDateTime(embargo_until)));
    if (expires_at) details.push(words.expires(formatDateTime(expires_at)));
  }
  if (correction !== null) details.push(words.corrected);
  return details;
}
