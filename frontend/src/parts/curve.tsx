/** Sparkline without axes; its number is shown beside it. */
import { useId } from "react";
import classes from "./curve.module.css";
import { BOX_WIDTH, drawCurve, sharedRange } from "./curve-path";

/** A series by its place in the order of series. */
export type CurveTone = "accent" | "warn" | "err" | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface CurveProps {
  values: readonly (number | null)[];
  /** The last run or the baseline, drawn behind. */
  ghost?: readonly (number | null)[];
  /** The steady part, from and to in shares (0 to 1) of the width. */
  band?: readonly [from: number, to: number];
  height: number;
  tone?: CurveTone;
  /** True if it begins at zero, as every single curve of a rate does. */
  fromZero?: boolean;
  /** Marks the last value of a curve that grows. */
  isLive?: boolean;
}

export function Curve({
  values,
  ghost = [],
  band,
  height,
  tone = "accent",
  fromZero = false,
  isLive = false,
}: CurveProps) {
  const gradient = useId();
  const range = sharedRange([values, ghost]);
  const box = { height, low: fromZero ? 0 : range?.low, high: range?.high };
  const { line, area, end } = drawCurve(values, box);
  return (
    <div className={classes.curve} data-tone={tone} style={{ height }}>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${BOX_WIDTH} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.top} />
          <stop offset="1" className={classes.bottom} />
        </linearGradient>
        {band && (
          <rect
            className={classes.band}
            x={band[0] * BOX_WIDTH}
            width={Math.max(0, band[1] - band[0]) * BOX_WIDTH}
            height={height}
          />
        )}
        <path d={area} fill={`url(#${gradient})`} />
        {ghost.length > 0 && <path d={drawCurve(ghost, box).line} className={classes.ghost} />}
        <path d={line} className={classes.line} />
      </svg>
      {isLive && end && <span className={classes.end} style={{ left: `${end.x}%`, top: end.y }} />}
    </div>
  );
}
