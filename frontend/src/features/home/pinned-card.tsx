/** A pinned dashboard in short: what it shows and its first panels. */
import type { Dashboard } from "@/api/types";
import { PanelPicture } from "@/charts/panel-picture";
import { PANELS } from "@/charts/panels";
import { PinButton } from "@/components/dashboard-acts";
import classes from "@/components/dashboard-card.module.css";
import { useDashboardChanges } from "@/components/use-dashboard-changes";
import { shortAge } from "@/lib/short-times";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";

const PICTURES = 3;

export function PinnedCard({ dashboard, now }: { dashboard: Dashboard; now: Date }) {
  const { number, name, colour, updated_at, document } = dashboard;
  const { panels, entries } = document;
  const changes = useDashboardChanges(dashboard);
  const facts =
    "query" in entries
      ? [words.newestRuns(entries.newest), words.live.toLowerCase()]
      : [words.runs(entries.runs.length), words.changed(messages.ago(shortAge(new Date(updated_at), now)))];
  return (
    <article className={classes.card} aria-labelledby={`pinned-${number}`}>
      <div className={classes.head}>
        <span className={classes.colour} style={{ background: `var(--sl-series-${colour + 1})` }} aria-hidden="true" />
        <h3 id={`pinned-${number}`} className={classes.name}>
          <a href={`/dashboards/${number}`} className={classes.open} dir="auto" title={name}>
            {name}
          </a>
        </h3>
        <PinButton dashboard={dashboard} changes={changes} />
      </div>
      <p className={classes.shown}>{[words.panels(panels.length), ...facts].join(" · ")}</p>
      <div className={classes.pictures}>
        {panels.slice(0, PICTURES).map(({ id, chart }) => (
          <div key={id} className={classes.tile} title={PANELS[chart].name}>
            <PanelPicture chart={chart} />
          </div>
        ))}
      </div>
    </article>
  );
}
