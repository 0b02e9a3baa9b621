/** The numbers of a result, compared with another run unasked. */
import { runPage as words } from "@/messages/run-page";
import { Delta } from "@/parts/delta";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { LIVE_METRICS } from "./live-tail";
import type { ResultTile } from "./result-tiles";
import classes from "./run-page.module.css";

export interface ResultNumbersProps {
  tiles: readonly ResultTile[];
  /** Number of the run that they are compared with. */
  other: string | null;
  isTall?: boolean;
}

/** The numbers that were watched, each in the place where it was. */
function inLiveOrder(tiles: readonly ResultTile[]): readonly ResultTile[] {
  const watched = LIVE_METRICS.flatMap((metric) => tiles.find(({ key }) => key === metric) ?? []);
  return watched.length === LIVE_METRICS.length ? watched : tiles.slice(0, LIVE_METRICS.length);
}

export function ResultNumbers({ tiles, other, isTall = false }: ResultNumbersProps) {
  if (tiles.length === 0) return null;
  const shown = isTall ? inLiveOrder(tiles) : tiles;
  return (
    <section aria-label={words.numbers} className={classes.numbers} data-count={shown.length}>
      <NumberTiles hasLead>
        {shown.map(({ key, label, value, metric, change }, place) => (
          <NumberTile
            key={key}
            label={label}
            value={value}
            size={isTall ? 44 : 26}
            note={
              change && (
                <Delta
                  percent={change.percent}
                  metric={metric}
                  other={place === 0 && other ? words.vsValue(other, change.other) : change.other}
                />
              )
            }
          />
        ))}
      </NumberTiles>
    </section>
  );
}
