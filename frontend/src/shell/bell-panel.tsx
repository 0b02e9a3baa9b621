/** All notices in their groups, each a link to the page of what it is about. */
import { Badge, Button } from "@mantine/core";
import { IconChecks, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { ButtonLink } from "@/components/link";
import { formatDay, formatTimeOfDay } from "@/lib/units";
import { notices as words } from "@/messages/notices";
import classes from "./bell-panel.module.css";
import { type LabNotice, NOTICE_GROUPS, type Notices } from "./notices";

export interface BellPanelProps {
  notices: Notices;
  close: () => void;
}

export function BellPanel({ notices: { items = [], unread, markRead }, close }: BellPanelProps) {
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
          onClick={() => markRead(items.map(({ id }) => id))}
          disabled={unread === 0}
        >
          {words.readAll}
        </Button>
      </div>
      <div className={classes.groups}>
        {items.length === 0 && (
          <div className={classes.empty}>
            <strong>{words.empty}</strong>
            {words.emptyHint}
          </div>
        )}
        {NOTICE_GROUPS.map((group) => {
          const those = items.filter((item) => item.group === group);
          return those.length > 0 && <Group key={group} title={words.groups[group]} items={those} open={open} />;
        })}
      </div>
      <div className={classes.foot}>
        <ButtonLink
          to="/settings"
          variant="subtle"
          size="xs"
          leftSection={<IconSettings size={14} stroke={1.75} aria-hidden="true" />}
          onClick={close}
        >
          {words.settings}
        </ButtonLink>
      </div>
    </>
  );
}

interface GroupProps {
  title: string;
  items: readonly LabNotice[];
  /** Called with the id of the one that was followed. */
  open: (id: string) => void;
}

function Group({ title, items, open }: GroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div id={heading} className={classes.title}>
        {title}
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} className={classes.item} data-unread={item.isUnread || undefined}>
            <span className={classes.icon} data-tone={item.tone}>
              <item.Icon size={17} stroke={1.75} aria-hidden="true" />
            </span>
            <span>
              <Link to={item.path} className={classes.link} onClick={() => open(item.id)} dir="auto">
                {item.title}
                {item.isUnread && <span className="visually-hidden">, {words.unread}</span>}
              </Link>
              {item.detail && (
                <small className={classes.detail} dir="auto">
                  {item.detail}
                </small>
              )}
            </span>
            {item.at && (
              <time className={classes.at} dateTime={item.at} title={item.at}>
                {shortTime(item.at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The time of day today, else the day. */
function shortTime(at: string): string {
  const today = formatDay(new Date().toISOString());
  return formatDay(at) === today
    ? formatTimeOfDay(at)
    : formatDay(at)
        .replace(/^\w+, /, "")
        .replace(/ \d+$/, "");
}
