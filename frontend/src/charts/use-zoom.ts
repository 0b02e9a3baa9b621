/** Synchronisation of the section of a chart with the range of its page, in both directions. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Along } from "./definition";
import { isInSight } from "./draw-queue";
import type { ChartInstance } from "./runtime";
import {
  currentSection,
  type Extent,
  rangeOf,
  type Section,
  sectionIn,
  sectionOf,
  showSection,
  type TimeRange,
} from "./zoom";
import { linkZoom, shareZoom } from "./zoom-links";

/** Delay after the last movement, since each report may cause a request to the lab. */
const SETTLED_MS = 250;

interface ZoomProps {
  chart: RefObject<ChartInstance | null>;
  /** Undefined for a chart without a time axis. */
  extent: Extent | undefined;
  /** Quantity along the axis; charts with the same quantity and the same extent are zoomed together. */
  along: Along | undefined;
  range: TimeRange | null;
  /** Undefined for a chart that stores its section itself. */
  onRange: ((range: TimeRange | null) => void) | undefined;
}

interface Zoom {
  /** Section at which a drawn chart opens; null leaves it unchanged, which is the whole of a restarted one. */
  section: () => Section | null;
  onEvents: Record<string, (event?: unknown) => void>;
}

export function useZoom({ chart, extent, along, range, onRange }: ZoomProps): Zoom {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFollowing = useRef(false);
  // The chart may restart meanwhile, and is then empty for a moment.
  const reached = useRef<Section | null>(null);
  const latest = useRef({ extent, range, onRange });
  const [first, last] = extent ?? [];
  const isHeld = onRange !== undefined;
  useEffect(() => {
    latest.current = { extent, range, onRange };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (first === undefined || last === undefined || !along) return;
    const follow = (span: TimeRange | null) => {
      const instance = chart.current;
      if (!instance) return;
      isFollowing.current = true;
      showSection(instance, sectionOf(span, [first, last]));
      isFollowing.current = false;
    };
    const isSeen = () => chart.current !== null && isInSight(chart.current.getDom());
    return linkZoom(chart, { along, extent: [first, last] }, follow, isSeen);
  }, [chart, along, first, last]);

  const section = useCallback(() => {
    // A reader who is moving the section is not reset to the older one of the page.
    if (!isHeld || first === undefined || last === undefined || timer.current !== undefined) return reached.current;
    return sectionOf(range, [first, last]);
  }, [range, first, last, isHeld]);

  const onEvents = useMemo(() => {
    const settled = () => {
      timer.current = undefined;
      const { extent: axis, range: currentRange, onRange: report } = latest.current;
      if (!reached.current || !axis) return;
      const shown = rangeOf(reached.current, axis);
      // The chart that this one follows may have reported it already.
      if (shown?.from !== currentRange?.from || shown?.to !== currentRange?.to) report?.(shown);
    };
    const moved = (event?: unknown) => {
      const { extent: axis } = latest.current;
      reached.current = sectionIn(event) ?? (chart.current && currentSection(chart.current));
      if (!isFollowing.current && reached.current && axis) {
        shareZoom(chart, rangeOf(reached.current, axis));
      }
      clearTimeout(timer.current);
      timer.current = latest.current.onRange ? setTimeout(settled, SETTLED_MS) : undefined;
    };
    return { datazoom: moved };
  }, [chart]);

  return { section, onEvents };
}
