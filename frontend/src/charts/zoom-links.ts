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
  isInSight: () => boolean;
}

const linked = new Map<object, Linked>();

const isSameAxis = (one: ZoomAxis, other: ZoomAxis): boolean =>
  one.along === other.along && one.extent.every((moment, side) => moment === other.extent[side]);

/** Charts that have yet to follow, each to the newest stretch. */
const waiting = new Map<object, TimeRange | null>();

/** Charts out of sight follow once the reader has rested for this time. */
const REST_MS = 150;
let rest: ReturnType<typeof setTimeout> | undefined;
let isAwake = false;

/** One chart for each frame, which takes as long as one of them and not as long as all; those in sight come first. */
function followNext(): void {
  isAwake = false;
  const seen = [...waiting.keys()].find((chart) => linked.get(chart)?.isInSight());
  if (seen) followOne(seen);
  else rest = setTimeout(() => followOne(waiting.keys().next().value), REST_MS);
}

function followOne(chart: object | undefined): void {
  if (!chart) return;
  const range = waiting.get(chart) ?? null;
  waiting.delete(chart);
  wake();
  // It may have left the page meanwhile.
  linked.get(chart)?.follow(range);
}

function wake(): void {
  if (isAwake || waiting.size === 0) return;
  isAwake = true;
  changeAfterPaint(followNext);
}

/** Has all other charts of the same axis follow `source`, once that is painted. */
export function shareZoom(source: object, range: TimeRange | null): void {
  const own = linked.get(source);
  if (!own) return;
  for (const [chart, other] of linked) if (chart !== source && isSameAxis(own, other)) waiting.set(chart, range);
  clearTimeout(rest);
  wake();
}

/** Links a chart until the function that is returned is called. */
export function linkZoom(
  chart: object,
  axis: ZoomAxis,
  follow: Follower,
  isInSight: () => boolean = () => true,
): () => void {
  linked.set(chart, { ...axis, follow, isInSight });
  return () => {
    linked.delete(chart);
  };
}
