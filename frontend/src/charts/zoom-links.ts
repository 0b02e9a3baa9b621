/** Sections of time that charts of a page show together: those with the same along their axis and the same extent. */
import type { Along } from "./definition";
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

/** Has all other charts of the same axis follow `source`. */
export function shareZoom(source: object, range: TimeRange | null): void {
  const own = linked.get(source);
  if (!own) return;
  for (const [chart, each] of linked) if (chart !== source && isSameAxis(own, each)) each.follow(range);
}

/** Links a chart until the function that is returned is called. */
export function linkZoom(chart: object, axis: ZoomAxis, follow: Follower): () => void {
  linked.set(chart, { ...axis, follow });
  return () => {
    linked.delete(chart);
  };
}
