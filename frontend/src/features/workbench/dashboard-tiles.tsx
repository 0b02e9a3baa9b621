/** The newest result of each entry of a dashboard: its figure, how far it is from usual, and since when it is worse. */
import { IconAlertTriangle } from "@tabler/icons-react";
import type { DashboardFigures, EntryFigure, RunSummary } from "@/api/types";
import type { Entry } from "@/charts/workbench/entries";
import { AnchorLink } from "@/components/link";
import { shortMoment } from "@/lib/short-times";
import { dashboards } from "@/messages/dashboards";
import { runLook } from "@/parts/badge-map";
import { BigNumber } from "@/parts/big-number";
import { Curve, type CurveTone } from "@/parts/curve";
import { Delta } from "@/parts/delta";
import { Dot, type DotTone } from "@/parts/dot";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import {
  MAX_TILES,
  metricOf,
  type Spread,
  shortFigure,
  spreadOf,
  spreadText,
  type Tile,
  tilesOf,
  usualText,
} from "./dashboard-figures";
import classes from "./dashboard-view.module.css";

const words = dashboards.tiles;
const HEIGHT = 142;
const CURVE = 26;
const SERIES_COUNT = 8;
const FINISHED = "finished";

export interface DashboardTilesProps {
  /** Undefined while they are on their way. */
  figures: DashboardFigures | undefined;
  entries: readonly Entry[];
  runs: readonly RunSummary[];
}

export function DashboardTiles({ figures, entries, runs }: DashboardTilesProps) {
  if (!figures || entries.length === 0) {
    return (
      <div className={classes.tiles}>
        {runs.slice(0, MAX_TILES).map(({ number }) => (
          <Waiting key={number}>
            <SkeletonBox height={HEIGHT} />
          </Waiting>
        ))}
      </div>
    );
  }
  const tiles = tilesOf(entries, figures);
  const others = tiles.length - MAX_TILES;
  return (
    <section aria-label={words.title}>
      <ul className={classes.tiles}>
        {tiles.slice(0, MAX_TILES).map((tile) => (
          <FigureTile key={tile.entry.key} {...tile} runs={runs} spread={spreadOf(tile, tiles)} />
        ))}
      </ul>
      {others > 0 && <p className={classes.others}>{words.others(others)}</p>}
    </section>
  );
}

interface FigureTileProps extends Tile, Pick<DashboardTilesProps, "runs"> {
  spread: Spread | null;
}

function FigureTile({ entry, figure, runs, spread }: FigureTileProps) {
  const { comparison, change_percent: percent, history, usual } = figure;
  const among = usual ? null : spread;
  const isWorse = comparison === "worse";
  const verdict = runs.find(({ number }) => number === figure.run_number)?.verdict?.status;
  const series = ((entry.order % SERIES_COUNT) + 1) as CurveTone & number;
  return (
    <li className={classes.tile} data-worse={isWorse || undefined}>
      <span className={classes.tileHead}>
        <Dot tone={toneOf(figure, verdict)} />
        <AnchorLink
          to="/runs/$ref"
          params={{ ref: figure.run_number }}
          className={classes.tileLink}
          title={words.open(entry.label, figure.run_number)}
        >
          <bdi>{entry.name}</bdi>
        </AnchorLink>
      </span>
      <BigNumber value={shortFigure(figure)} size={26} />
      <span className={classes.workload} dir="auto" title={figure.figure?.workload ?? undefined}>
        {figure.figure ? (figure.figure.workload ?? figure.figure.label) : stateText(figure)}
      </span>
      <span className={classes.change}>
        {percent !== null && <Delta percent={percent} metric={metricOf(figure)} other={words.versus} />}
        {among?.from && (
          <Delta
            percent={among.from.percent}
            metric={metricOf(figure)}
            other={among.from.isBaseline ? words.versusBaseline : words.versusBest}
          />
        )}
        <span className={classes.range}>{among ? spreadText(among, entry.n) : usualText(figure)}</span>
      </span>
      {isWorse && figure.since && <Since figure={figure} />}
      <span className={classes.spark}>
        {history.length > 1 ? (
          <Curve values={history.map(({ value }) => value)} height={CURVE} tone={isWorse ? "err" : series} isLive />
        ) : (
          among && among.values.length > 1 && <SpreadStrip spread={among} series={series} />
        )}
      </span>
    </li>
  );
}

/** Draw the place of a value between the lowest and the highest of all entries; its text is above it. */
function SpreadStrip({ spread: { values, own }, series }: { spread: Spread; series: number }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const at = (value: number) => `${high > low ? (100 * (value - low)) / (high - low) : 50}%`;
  return (
    <span className={classes.strip} aria-hidden="true">
      {values.map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several entries may have one value.
        <i key={place} style={{ left: at(value) }} />
      ))}
      <b style={{ left: at(own), background: `var(--sl-series-${series})` }} />
    </span>
  );
}

/** The first run that is as bad as the newest one. */
function Since({ figure: { since } }: { figure: EntryFigure }) {
  if (!since) return null;
  const day = shortMoment(new Date(since.started_at), new Date());
  return (
    <span className={classes.since}>
      <IconAlertTriangle size={12} stroke={2.25} aria-hidden="true" />
      <span className={classes.sinceText}>
        {words.since}{" "}
        <AnchorLink
          to="/runs/$ref"
          params={{ ref: since.run_number }}
          title={since.run_number}
          aria-label={words.sinceRun(since.run_number, day)}
        >
          {day}
        </AnchorLink>
      </span>
    </span>
  );
}

const stateText = ({ state }: EntryFigure): string => (state === FINISHED ? words.noFigure : runLook(state).text);

function toneOf({ comparison, figure, state }: EntryFigure, verdict: string | undefined): DotTone {
  if (comparison === "worse") return "err";
  if (!figure) return state === "running" ? "run" : "idle";
  return verdict === "not_steady" ? "warn" : "ok";
}
