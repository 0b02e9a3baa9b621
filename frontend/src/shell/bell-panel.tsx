/** All notices in their groups, each a link to the page of what it is about, some with buttons that act in place. */
import { Badge, Button, Switch } from "@mantine/core";
import { IconBellPlus, IconChecks, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { usePermissions } from "@/api/permissions";
import type { Notice } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { RetryServerButton } from "@/components/retry-server-button";
import { useNotificationPermission } from "@/lib/notification-permission";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { shortMoment } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { notices as words } from "@/messages/notices";
import classes from "./bell-panel.module.css";
import { DecideButtons } from "./notice-actions";
import { noticeFacts } from "./notice-facts";
import { type BellNotices, NOTICE_GROUPS } from "./notices";

export interface BellPanelProps {
  notices: BellNotices;
  close: () => void;
}

export function BellPanel({ notices: { groups, unread, markRead }, close }: BellPanelProps) {
  const all = NOTICE_GROUPS.flatMap((group) => groups[group]);
  const open = (id: string) => {
    markRead([id]);
    close();
  };
  return (
    <>
      <div className={classes.head}>
        <strong>{words.title}</strong>
        {unread > 0 && (
          <Badge color="red" variant="light">
            {unread}
            <span className="visually-hidden"> {words.unread}</span>
          </Badge>
        )}
        <Button
          variant="subtle"
          size="xs"
          ml="auto"
          leftSection={<IconChecks size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => markRead(all.filter((notice) => notice.unread).map(({ id }) => id))}
          disabled={unread === 0}
        >
          {words.readAll}
        </Button>
      </div>
      <div className={classes.groups}>
        {all.length === 0 && (
          <div className={classes.empty}>
            <strong>{words.empty}</strong>
            {words.emptyHint}
          </div>
        )}
        {NOTICE_GROUPS.map(
          (group) =>
            groups[group].length > 0 && (
              <Group key={group} title={words.groups[group]} items={groups[group]} {...{ open, close }} />
            ),
        )}
      </div>
      <div className={classes.foot}>
        <BrowserSwitch />
        <ButtonLink
          to="/settings/notifications"
          variant="subtle"
          size="xs"
          ml="auto"
          leftSection={<IconSettings size={14} stroke={1.75} aria-hidden="true" />}
          onClick={close}
        >
          {words.settings}
        </ButtonLink>
      </div>
    </>
  );
}

/** Show the switch for notices if the browser permits them; the permission is requested elsewhere. */
function BrowserSwitch() {
  const { browserNotices } = usePreferences();
  if (useNotificationPermission() !== "granted") return null;
  return (
    <Switch
      labelPosition="left"
      label={
        <span className={classes.here}>
          <IconBellPlus size={14} stroke={1.75} aria-hidden="true" />
          {words.alsoHere}
        </span>
      }
      checked={browserNotices}
      onChange={({ currentTarget }) => changePreferences({ browserNotices: currentTarget.checked })}
    />
  );
}

interface GroupProps {
  title: string;
  items: readonly Notice[];
  /** Called with the id of the one that was followed. */
  open: (id: string) => void;
  close: () => void;
}

function Group({ title, items, open, close }: GroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div id={heading} className={classes.title}>
        {title}
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <Row key={item.id} notice={item} {...{ open, close }} />
        ))}
      </ul>
    </section>
  );
}

function Row({ notice, open, close }: { notice: Notice } & Pick<GroupProps, "open" | "close">) {
  const now = new Date();
  const { title, detail, tone, Icon, path } = noticeFacts(notice, now);
  const { id, at, unread } = notice;
  return (
    <li className={classes.item} data-unread={unread || undefined}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={17} stroke={1.75} aria-hidden="true" />
      </span>
      <span>
        <Link to={path} className={classes.link} onClick={() => open(id)} dir="auto">
          {title}
          {unread && <span className="visually-hidden">, {words.unread}</span>}
        </Link>
        {detail && (
          <small className={classes.detail} dir="auto">
            {detail}
          </small>
        )}
      </span>
      {at && (
        <time className={classes.at} dateTime={at} title={formatDateTime(at)}>
          {shortMoment(new Date(at), now)}
        </time>
      )}
      <Actions notice={notice} title={title} close={close} />
    </li>
  );
}

function Actions({ notice: { kind, link }, title, close }: { notice: Notice; title: string; close: () => void }) {
  const { operate } = usePermissions();
  if (!operate) return null;
  if (kind === "campaign_asks") {
    return (
      <span className={classes.actions}>
        <DecideButtons campaign={link} title={title} close={close} />
      </span>
    );
  }
  if (kind === "server_unreachable") {
    return (
      <span className={classes.actions}>
        <RetryServerButton server={link} title={title} />
      </span>
    );
  }
  return null;
}
