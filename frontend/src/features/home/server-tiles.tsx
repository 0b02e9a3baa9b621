/** Tiles of servers: those that measure with their curve, the others with their state. */
import { IconChevronRight } from "@tabler/icons-react";
import type { Overview, RunUnderWay, ServerGlance } from "@/api/types";
import { barPhases } from "@/components/bar-phases";
import { ButtonLink } from "@/components/link";
import { endsAt, liveValue, subjectOf } from "@/components/live-facts";
import { shortTemperature } from "@/lib/short-values";
import { home as words } from "@/messages/home";
import { CardLink } from "@/parts/card";
import { Dot } from "@/parts/dot";
import { EmptyState } from "@/parts/empty-state";
import { LiveTile } from "@/parts/live-tile";
import { IdleServerTile } from "@/parts/server-tile";
import classes from "./home.module.css";
import { modelLine, otherServers, serverNote, serverTone, steadyNote } from "./server-facts";

export interface ServerTilesProps {
  overview: Overview;
  runs: readonly RunUnderWay[];
  now: Date;
}

export function ServerTiles({ overview: { servers }, runs, now }: ServerTilesProps) {
  const measuring = new Set(runs.map(({ server }) => server.id));
  const others = otherServers(servers.items, measuring, servers.counts.idle ?? 0);
  if (servers.items.length === 0 && runs.length === 0) return <NoServers />;
  return (
    <section className={classes.tiles} aria-label={words.servers} data-tour="overview">
      {runs.length > 0 && (
        <div className={classes.live}>
          {runs.map((run) => (
            <Live key={run.id} run={run} server={servers.items.find(({ id }) => id === run.server.id)} now={now} />
          ))}
        </div>
      )}
      {others.shown.length + others.folded > 0 && (
        <div className={classes.others}>
          {others.folded > 0 && <Folded count={others.folded} />}
          {others.shown.map((server) => (
            <IdleServerTile
              key={server.id}
              to="/servers/$ref"
              params={{ ref: server.number }}
              name={server.name}
              model={modelLine(server)}
              temperature={shortTemperature(server.temperature_c)}
              tone={serverTone(server)}
              note={serverNote(server, now)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function Live({ run, server, now }: { run: RunUnderWay; server: ServerGlance | undefined; now: Date }) {
  const { progress } = run;
  const ends = endsAt(run, now);
  return (
    <LiveTile
      to="/runs/$ref"
      params={{ ref: run.number }}
      name={run.server.name}
      model={server ? modelLine(server, { isLive: true }) : ""}
      temperature={shortTemperature(run.temperature_c ?? server?.temperature_c)}
      value={liveValue(run)}
      subject={subjectOf(run)}
      curve={{ values: run.curve?.lines[0] ?? [] }}
      phases={barPhases(run)}
      phase={progress?.phase_name ?? words.preparing}
      phasePlace={progress?.phase_ordinal ? words.phasePlace(progress.phase_ordinal, progress.phase_count) : ""}
      note={steadyNote(run)}
      ends={ends === null ? null : { word: words.ends, clock: ends }}
    />
  );
}

/** The list of servers has each of them. */
function Folded({ count }: { count: number }) {
  return (
    <CardLink to="/servers" search={{ q: "state:ready" }}>
      <span className={classes.folded}>
        <span className={classes.foldedName}>
          <Dot tone="ok" />
          {words.foldedIdle(count)}
        </span>
        <span className={classes.foldedHint}>
          {words.foldedHint}
          <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
        </span>
      </span>
    </CardLink>
  );
}

function NoServers() {
  return (
    <EmptyState
      title={words.noServers}
      text={words.noServersHint}
      actions={[
        <ButtonLink key="add" to="/servers/new" variant="default">
          {words.addServer}
        </ButtonLink>,
      ]}
    />
  );
}
