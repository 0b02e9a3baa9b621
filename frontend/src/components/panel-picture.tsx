/** The form of a chart in small: its kind, not its data. */
import type { WorkbenchPanel } from "@/api/types";
import classes from "./dashboard-card.module.css";

type Chart = WorkbenchPanel["chart"];

/** Lines in a box of 120 by 50. */
const LINES: Readonly<Partial<Record<Chart, readonly string[]>>> = {
  queue_depth: ["M2 46C30 40 40 10 118 6", "M2 47C36 44 56 26 118 22"],
  over_time: ["M2 8C22 8 16 34 44 36L118 37", "M2 12C26 12 20 42 52 44L118 45"],
  multiples: ["M2 8C14 8 10 36 26 38L36 38", "M43 12C55 12 51 40 67 42L77 42", "M84 6C96 6 92 32 108 34L118 34"],
  percentiles: ["M2 45C60 44 84 36 118 6", "M2 47C70 46 92 40 118 22"],
  sweep: ["M2 46L30 34L60 18L90 9L118 6", "M2 47L30 41L60 31L90 25L118 23"],
  nightly: ["M2 14L30 15L60 13L90 15L118 14", "M2 26L30 27L60 25L74 38L90 39L118 38"],
  load_curve: ["M2 44L30 42L60 37L88 26L102 6", "M2 46L40 44L74 40L110 20"],
};
const SCATTER: readonly (readonly [x: number, y: number])[] = [
  [12, 42],
  [28, 36],
  [46, 38],
  [62, 26],
  [80, 20],
  [104, 8],
];
const RANKS = [112, 84, 62, 38] as const;
const BARS = [44, 34, 40, 22, 28] as const;
const HEAT = { columns: 6, rows: 4 } as const;

export function PanelPicture({ chart }: { chart: Chart }) {
  return (
    <svg className={classes.picture} viewBox="0 0 120 50" preserveAspectRatio="none" aria-hidden="true">
      <Drawing chart={chart} />
    </svg>
  );
}

function Drawing({ chart }: { chart: Chart }) {
  const lines = LINES[chart];
  if (lines) return lines.map((d, place) => <path key={d} d={d} data-series={place + 1} />);
  if (chart === "scatter") {
    return SCATTER.map(([x, y], place) => (
      <rect key={x} x={x - 3} y={y - 3} width={6} height={6} rx={3} data-series={(place % 2) + 1} />
    ));
  }
  if (chart === "rank" || chart === "latest" || chart === "table") {
    return RANKS.map((width, place) => (
      <rect
        key={width}
        y={place * 12.5 + 1}
        width={chart === "table" ? 120 : width}
        height={8}
        rx={1.5}
        data-tone={chart === "table" ? "table" : "rank"}
      />
    ));
  }
  if (chart === "bars" || chart === "verdicts") {
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
  }
  return Array.from({ length: HEAT.columns * HEAT.rows }, (_, place) => {
    const [x, y] = [place % HEAT.columns, Math.floor(place / HEAT.columns)];
    const opacity = (0.15 + (0.85 * (x + 1)) / HEAT.columns) * (1 - y / (HEAT.rows + 2));
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
    return <rect key={place} x={x * 20 + 1} y={y * 12.5 + 1} width={18} height={10.5} rx={1} opacity={opacity} />;
  });
}
