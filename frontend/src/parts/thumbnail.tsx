/** The key chart of a run in small, for its card: a curve, several lines, bars or cells. */
import { Curve, type CurveProps } from "./curve";
import classes from "./curve.module.css";
import { BOX_WIDTH, drawCurve, sharedRange } from "./curve-path";

export type ThumbnailData =
  | ({ kind: "curve" } & Pick<CurveProps, "values" | "ghost" | "band" | "tone">)
  /** One line per series, in the order of series. */
  | { kind: "lines"; series: readonly (readonly (number | null)[])[] }
  | { kind: "bars"; values: readonly number[] }
  /** Rows of shares (0 to 1); null is not measured. */
  | { kind: "cells"; rows: readonly (readonly (number | null)[])[] };

/** A lower one, as in the row of a table, has no room around it. */
const SMALL = 40;

export function Thumbnail({ data, height }: { data: ThumbnailData; height: number }) {
  if (data.kind === "curve") return <Curve {...data} height={height} fromZero />;
  if (data.kind === "bars") return <Bars values={data.values} height={height} />;
  return (
    <div
      className={data.kind === "lines" ? `${classes.curve} ${classes.lines}` : classes.curve}
      data-small={height < SMALL || undefined}
      style={{ height }}
    >
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${BOX_WIDTH} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {data.kind === "lines" ? (
          <Lines series={data.series} height={height} />
        ) : (
          <Cells rows={data.rows} height={height} />
        )}
      </svg>
    </div>
  );
}

const SERIES_COUNT = 8;

function Lines({ series, height }: { series: readonly (readonly (number | null)[])[]; height: number }) {
  const high = sharedRange(series)?.high;
  return series.map((values, index) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place in the order.
      key={index}
      className={classes.series}
      d={drawCurve(values, { height, padding: 4, low: 0, high }).line}
      style={{ stroke: `var(--sl-series-${(index % SERIES_COUNT) + 1})` }}
    />
  ));
}

function Bars({ values, height }: { values: readonly number[]; height: number }) {
  const high = sharedRange([values])?.high ?? 0;
  return (
    <div
      className={`${classes.curve} ${classes.bars}`}
      data-small={height < SMALL || undefined}
      style={{ height }}
      aria-hidden="true"
    >
      {values.map((value, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the order.
          key={index}
          className={classes.bar}
          style={{ height: high > 0 ? `${(100 * Math.max(value, 0)) / high}%` : 0 }}
        />
      ))}
    </div>
  );
}

const FAINTEST = 0.08;

function Cells({ rows, height }: { rows: readonly (readonly (number | null)[])[]; height: number }) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const [width, tall] = [BOX_WIDTH / columns, height / Math.max(1, rows.length)];
  return rows.map((row, y) =>
    row.map((share, x) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        key={`${x} ${y}`}
        className={classes.mark}
        x={x * width + 0.3}
        y={y * tall + 0.75}
        width={width - 0.6}
        height={tall - 1.5}
        opacity={share === null ? 0 : FAINTEST + (1 - FAINTEST) * Math.min(Math.max(share, 0), 1)}
      />
    )),
  );
}
