/** Status of a permalink as a badge; its dates and reasons are beside it where there is room. */
import { IconBan, IconClockOff, IconLock, IconPencil, IconVersions, IconWorld } from "@tabler/icons-react";
import type { ShareAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { shortMoment } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { shares as words } from "@/messages/shares";
import { Badge } from "@/parts/badge";
import type { BadgeTone } from "@/parts/badge-map";
import classes from "./shares.module.css";
import { type ShareStatus, statusOf } from "./status";

const LOOKS: Record<ShareStatus | "corrected", readonly [BadgeTone, typeof IconLock]> = {
  draft: ["idle", IconPencil],
  live: ["ok", IconWorld],
  corrected: ["run", IconVersions],
  embargoed: ["warn", IconLock],
  closed: ["warn", IconLock],
  expired: ["idle", IconClockOff],
  withdrawn: ["err", IconBan],
};

/** The badge alone, as in lists: an embargo has its end in it. */
export function ShareBadge({ share }: { share: Share }) {
  const status = statusOf(share);
  const look = status === "live" && share.correction !== null ? "corrected" : status;
  const [tone, Icon] = LOOKS[look];
  const hasEmbargo = look === "embargoed" || look === "closed";
  const end = hasEmbargo && share.embargo_until ? shortMoment(new Date(share.embargo_until), new Date()) : null;
  return (
    <span title={detailsOf(share, status).join(" · ") || undefined}>
      <Badge tone={tone} Icon={Icon}>
        {end ? words.untilShort(end) : words.standings[look]}
      </Badge>
    </span>
  );
}

/** The badge with its dates and reasons below. */
export function ShareState({ share }: { share: Share }) {
  return (
    <>
      <ShareBadge share={share} />
      {detailsOf(share, statusOf(share)).map((detail) => (
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
    if (status === "closed") details.push(words.closedUntil(formatDateTime(embargo_until)));
    if (status === "embargoed") details.push(words.embargoUntil(formatDateTime(embargo_until)));
    if (expires_at) details.push(words.expires(formatDateTime(expires_at)));
  }
  if (correction !== null) details.push(words.corrected);
  return details;
}

const ADDRESS_LOOKS: Record<ShareAddress["status"], readonly [BadgeTone, typeof IconLock]> = {
  open: LOOKS.live,
  closed: LOOKS.closed,
  expired: LOOKS.expired,
  withdrawn: LOOKS.withdrawn,
};

export function AddressBadge({ status }: Pick<ShareAddress, "status">) {
  const [tone, Icon] = ADDRESS_LOOKS[status];
  return (
    <Badge tone={tone} Icon={Icon}>
      {words.addressStates[status]}
    </Badge>
  );
}

/** What differs at an address in a few words: its raw output and its end. */
export function addressNotes({ status, raw_files, expires_at, revoked_reason }: ShareAddress): string {
  const notes: string[] = [raw_files ? words.withRawOutput : words.withoutRawOutput];
  if (expires_at !== null) notes.push(words.until(shortMoment(new Date(expires_at), new Date())));
  if (status === "withdrawn") return revoked_reason ?? words.addressStates.withdrawn;
  if (status === "expired") return words.addressStates.expired;
  return notes.join(", ");
}
