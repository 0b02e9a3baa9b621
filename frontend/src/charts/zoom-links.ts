/** Sections of time that charts of a page show together: those with the same along their axis and the same extent. */
import type { Along } from "./definition";
import { changeAfterPaint } from "./draw-queue";
import type { Extent, TimeRange } from "./zoom";

export interface ZoomAxis {
  along: Along;
  extent: Extent;
}

/** Receives the stretch that another chart shows; null for the whole. */
type Follower = (range: TimeRange | null) => void;

interface Linked extends ZoomAxis {
  follow: Follower;
}

const linked = new Map<object, Linked>();

const isSameAxis = (one: ZoomAxis, other: ZoomAxis): boolean =>
  one.along === other.along && one.extent.every((moment, side) => moment === other.extent[side]);

/** Charts that have yet to follow, each to the newest stretch. */
const waiting = new Map<object, TimeRange | null>();

/** One chart for each frame, which takes as long as one of them and not as long as all. */
function followNext(): void {
  const [next] = waiting;
  if (!next) return;
  const [chart, range] = next;
  waiting.delete(chart);
  if (waiting.size > 0) changeAfterPaint(followNext);
  // It may have left the page meanwhile.
  linked.get(chart)?.follow(range);
}

/** Has all other charts of the same axis follow `source`, once that is painted. */
export function shareZoom(source: object, range: TimeRange | null): void {
  const own = linked.get(source);
  if (!own) return;
  const isIdle = waiting.size === 0;
  for (const [chart, each] of linked) if (chart !== source && isSameAxis(own, each)) waiting.set(chart, range);
  if (isIdle && waiting.size > 0) changeAfterPaint(followNext);
}

/** Links a chart until the function that is returned is called. */
export function linkZoom(chart: object, axis: ZoomAxis, follow: Follower): () => void {
  linked.set(chart, { ...axis, follow });
  return () => {
    linked.delete(chart);
  };
}
