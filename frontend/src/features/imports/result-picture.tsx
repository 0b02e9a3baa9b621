/** A small drawing of a result, with its highest value and its ends in words; the tables beside it have the figures. */
import type { ImportResult } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import { joinShort, shortValue } from "@/lib/short-values";
import { importPage as words } from "@/messages/imports";
import { Curve } from "@/parts/curve";
import classes from "./imports.module.css";
import { type Picture, pictureOf } from "./picture-of";

const PLOT_HEIGHT = 160;

export function ResultPicture({ result }: { result: ImportResult }) {
  const picture = pictureOf(result);
  return (
    <div className={classes.picture}>
      {picture ? <Drawn picture={picture} /> : <p className={classes.noPicture}>{words.noPicture}</p>}
    </div>
  );
}

function Drawn({ picture }: { picture: Picture }) {
  if (picture.kind === "curve") {
    const { values, metric, seconds } = picture;
    const top = joinShort(shortValue(metric, Math.max(...values.flatMap((value) => value ?? []))));
    return (
      <Frame top={top} ends={[words.zero, shortSpan(seconds)]}>
        <Curve values={values} height={PLOT_HEIGHT} fromZero />
      </Frame>
    );
  }
  if (picture.kind === "load") return <LoadCurve points={picture.points} />;
  const { bars, metric } = picture;
  const top = Math.max(...bars.map(({ value }) => value));
  return (
    <Frame top="" ends={[]}>
      <div className={classes.bars} style={{ height: PLOT_HEIGHT + 18 }} aria-hidden="true">
        {bars.map(({ label, value }) => (
          <div key={label} className={classes.barColumn}>
            <span>{shortValue(metric, value).number}</span>
            <i style={{ height: `${(100 * value) / (top || 1)}%` }} />
            <span>{label}</span>
          </div>
        ))}
      </div>
    </Frame>
  );
}

function Frame({ top, ends, children }: { top: string; ends: readonly string[]; children: React.ReactNode }) {
  return (
    <>
      <span className={classes.pictureTop}>{top}</span>
      {children}
      {ends.length > 0 && (
        <span className={classes.pictureEnds}>
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </span>
      )}
    </>
  );
}

const BOX = { width: 220, height: PLOT_HEIGHT, inset: 4 } as const;

function LoadCurve({ points }: { points: Extract<Picture, { kind: "load" }>["points"] }) {
  const maxIops = Math.max(...points.map(({ iops }) => iops)) || 1;
  const slowest = Math.max(...points.map(({ latency }) => latency)) || 1;
  const placed = points.map(({ iops, latency }) => ({
    x: BOX.inset + (iops / maxIops) * (BOX.width - 2 * BOX.inset),
    y: BOX.height - BOX.inset - (latency / slowest) * (BOX.height - 2 * BOX.inset),
  }));
  return (
    <Frame
      top={joinShort(shortValue("latency_mean_ns", slowest))}
      ends={[words.zero, joinShort(shortValue("iops", maxIops))]}
    >
      <svg className={classes.loadCurve} viewBox={`0 0 ${BOX.width} ${BOX.height}`} aria-hidden="true">
        <path
          d={placed.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}
        />
        {placed.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={2.75} />
        ))}
      </svg>
    </Frame>
  );
}
