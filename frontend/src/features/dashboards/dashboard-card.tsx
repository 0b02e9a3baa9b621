/** One dashboard as a card: what it shows of which runs, whose it is, and what can be done with it. */
import { IconUsers } from "@tabler/icons-react";
import type { Dashboard } from "@/api/types";
import { PanelPicture } from "@/charts/panel-picture";
import { PANELS } from "@/charts/panels";
import { DashboardMenu, PinButton } from "@/components/dashboard-acts";
import classes from "@/components/dashboard-card.module.css";
import { useDashboardChanges } from "@/components/use-dashboard-changes";
import { shortAge } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import { Badge } from "@/parts/badge";
import { panelRows } from "./panel-rows";

export function DashboardCard({ dashboard, now }: { dashboard: Dashboard; now: Date }) {
  const { number, name, colour, shared, owner, updated_at, document } = dashboard;
  const changes = useDashboardChanges(dashboard);
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
        <PinButton dashboard={dashboard} changes={changes} />
        <DashboardMenu dashboard={dashboard} changes={changes} />
      </div>
      <Shown document={document} />
      <div className={classes.panels}>
        {panelRows(document.panels)
          .flat()
          .map(({ id, chart, span }) => (
            <div key={id} className={classes.tile} style={{ gridColumn: `span ${span}` }} title={PANELS[chart].name}>
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
