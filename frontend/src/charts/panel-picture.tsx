/** The form of a chart in small: its kind, not its data. */
import classes from "./panel-picture.module.css";
import { PANELS } from "./panels";
import type { ChartKind } from "./registry";
import type { Picture } from "./workbench/contract";

const POINTS: readonly (readonly [x: number, y: number])[] = [
  [12, 42],
  [28, 36],
  [46, 38],
  [62, 26],
  [80, 20],
  [104, 8],
];
const ROWS = [112, 84, 62, 38] as const;
const BARS = [44, 34, 40, 22, 28] as const;
const CELLS = { columns: 6, rows: 4 } as const;

export function PanelPicture({ chart }: { chart: ChartKind }) {
  return (
    <svg className={classes.picture} viewBox="0 0 120 50" preserveAspectRatio="none" aria-hidden="true">
      {shapesOf(PANELS[chart].picture)}
    </svg>
  );
}

function shapesOf(picture: Picture) {
  if ("lines" in picture) return picture.lines.map((d, place) => <path key={d} d={d} data-series={place + 1} />);
  switch (picture.form) {
    case "points":
      return POINTS.map(([x, y], place) => (
        <rect key={x} x={x - 3} y={y - 3} width={6} height={6} rx={3} data-series={(place % 2) + 1} />
      ));
    case "rows":
    case "table":
      return ROWS.map((width, place) => (
        <rect
          key={width}
          y={place * 12.5 + 1}
          width={picture.form === "table" ? 120 : width}
          height={8}
          rx={1.5}
          data-tone={picture.form}
        />
      ));
    case "bars":
      return BARS.map((height, place) => (
        <rect
          key={height}
          x={place * 24 + 2}
          y={50 - height}
          width={18}
          height={height}
          rx={1.5}
          data-series={place + 1}
        />
      ));
    case "cells":
      return Array.from({ length: CELLS.columns * CELLS.rows }, (_, place) => {
        const [x, y] = [place % CELLS.columns, Math.floor(place / CELLS.columns)];
        const opacity = (0.15 + (0.85 * (x + 1)) / CELLS.columns) * (1 - y / (CELLS.rows + 2));
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        return <rect key={place} x={x * 20 + 1} y={y * 12.5 + 1} width={18} height={10.5} rx={1} opacity={opacity} />;
      });
  }
}
