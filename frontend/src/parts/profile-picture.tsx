/** Drawing of a profile for its card; the text beside it has the same content. */
import { DRAWING, type DrawnPhase, drawProfile, type Mark } from "./profile-drawing";
import classes from "./profile-drawing.module.css";

export function ProfilePicture({ phases, className }: { phases: readonly DrawnPhase[]; className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`} aria-hidden="true">
      {drawProfile(phases).map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity but their order.
        <Drawn key={index} mark={mark} />
      ))}
    </svg>
  );
}

const DOT_RADIUS = 3.2;

function Drawn({ mark }: { mark: Mark }) {
  if (mark.kind === "path")
    return <path className={classes.path} data-tone={mark.tone} data-dashed={mark.isDashed || undefined} d={mark.d} />;
  if (mark.kind === "dot") return <circle className={classes.dot} cx={mark.x} cy={mark.y} r={DOT_RADIUS} />;
  const { x, y, width, height } = mark;
  if (mark.kind === "band") return <rect className={classes.band} x={x} y={y} width={width} height={height} />;
  return (
    <rect
      className={classes.rect}
      data-tone={mark.tone}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={Math.min(2.5, width / 4)}
      opacity={mark.opacity}
    />
  );
}
