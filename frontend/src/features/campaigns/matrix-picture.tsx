/** The matrix of a campaign in small: one mark per cell, by its state. */
import type { CellState } from "@/api/campaigns";
import classes from "./campaign-cards.module.css";

const WIDTH = 280;
const HEIGHT = 86;
const GAP = 2;

export function MatrixPicture({ states }: { states: readonly (readonly CellState[])[] }) {
  const columns = Math.max(1, ...states.map((row) => row.length));
  const [width, height] = [WIDTH / columns, HEIGHT / Math.max(1, states.length)];
  const [gapX, gapY] = [Math.min(GAP, width / 4), Math.min(GAP, height / 4)];
  return (
    <svg className={classes.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {states.map((row, y) =>
        row.map((state, x) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
            key={`${x} ${y}`}
            data-state={state}
            x={x * width}
            y={y * height}
            width={width - gapX}
            height={height - gapY}
          />
        )),
      )}
    </svg>
  );
}
