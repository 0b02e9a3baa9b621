/** One dashboard as a card: what it shows of which runs, whose it is, and what can be done with it. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconStar, IconStarFilled, IconUsers } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { usePermissions } from "@/api/permissions";
import type { Dashboard } from "@/api/types";
import { shortAge } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import { Badge } from "@/parts/badge";
import classes from "./dashboards.module.css";
import { PanelPicture } from "./panel-picture";
import { panelRows } from "./panel-rows";
import { useDashboardChanges } from "./use-dashboard-changes";

const AskDialog = lazy(() => import("@/components/ask-dialog").then((module) => ({ default: module.AskDialog })));

const LONGEST_NAME = 100;

export function DashboardCard({ dashboard, now }: { dashboard: Dashboard; now: Date }) {
  const { number, name, colour, shared, pin_position, owner, updated_at, document } = dashboard;
  const changes = useDashboardChanges(dashboard);
  const isPinned = pin_position !== null;
  const StarIcon = isPinned ? IconStarFilled : IconStar;
  return (
    <article className={classes.card} aria-labelledby={`dashboard-${number}`}>
      <div className={classes.head}>
        <span className={classes.colour} style={{ background: `var(--sl-series-${colour + 1})` }} aria-hidden="true" />
        <h2 id={`dashboard-${number}`} className={classes.name}>
          <a href={`/dashboards/${number}`} className={classes.open} dir="auto" title={name}>
            {name}
          </a>
        </h2>
        {"query" in document.entries && (
          <Badge tone="run" glyph="dot">
            {words.live}
          </Badge>
        )}
        {shared && (
          <span className={classes.shared} role="img" aria-label={words.shared} title={words.shared}>
            <IconUsers size={15} stroke={1.75} aria-hidden="true" />
          </span>
        )}
        <ActionIcon
          variant="subtle"
          size={26}
          className={classes.act}
          data-pinned={isPinned || undefined}
          aria-label={words.pin(name)}
          aria-pressed={isPinned}
          onClick={changes.pin}
        >
          <StarIcon size={15} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <CardMenu dashboard={dashboard} changes={changes} />
      </div>
      <Shown document={document} />
      <div className={classes.panels}>
        {panelRows(document.panels)
          .flat()
          .map(({ id, chart, span }) => (
            <div key={id} className={classes.tile} style={{ gridColumn: `span ${span}` }} title={words.charts[chart]}>
              <PanelPicture chart={chart} />
            </div>
          ))}
      </div>
      <div className={classes.foot}>
        <span dir="auto">{owner ?? words.demo}</span>
        <time dateTime={updated_at} title={formatDateTime(updated_at)}>
          {words.changed(messages.ago(shortAge(new Date(updated_at), now)))}
        </time>
      </div>
    </article>
  );
}

/** Its panels, and the runs that it means. */
function Shown({ document: { panels, entries } }: Pick<Dashboard, "document">) {
  return (
    <p className={classes.shown}>
      {words.panels(panels.length)} ·{" "}
      {"query" in entries ? (
        <>
          {words.newest(entries.newest)} {entries.query ? <code dir="auto">{entries.query}</code> : words.everything}
        </>
      ) : (
        words.runs(entries.runs.length)
      )}
    </p>
  );
}

interface CardMenuProps {
  dashboard: Dashboard;
  changes: ReturnType<typeof useDashboardChanges>;
}

function CardMenu({ dashboard: { name, shared, can_change, owner }, changes }: CardMenuProps) {
  const { operate } = usePermissions();
  const [renaming, setRenaming] = useState(false);
  if (!can_change) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={26} className={classes.act} aria-label={words.more(name)}>
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>{words.menu.rename}</Menu.Item>
          {operate && owner !== null && (
            <Menu.Item onClick={changes.share}>{shared ? words.menu.unshare : words.menu.share}</Menu.Item>
          )}
          <Menu.Item onClick={changes.remove}>{words.menu.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {renaming && (
          <AskDialog
            title={words.renameTitle(name)}
            fields={[
              { name: "name", label: words.name, missing: words.nameMissing, initial: name, maxLength: LONGEST_NAME },
            ]}
            confirmLabel={words.rename}
            keepLabel={words.cancel}
            close={() => setRenaming(false)}
            confirm={({ name: to = "" }) => changes.rename(to)}
          />
        )}
      </Suspense>
    </>
  );
}
