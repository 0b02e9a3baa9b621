/** Keeps the section of a chart and the stretch that its page knows the same, whoever changes it. */
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

/** While the reader still moves, nobody is told: what follows may be asked of the lab. */
const SETTLED_MS = 250;

interface ZoomProps {
  chart: RefObject<ChartInstance | null>;
  /** Undefined for a chart without a time axis. */
  extent: Extent | undefined;
  /** What lies along it; charts with the same and the same extent are zoomed together. */
  along: Along | undefined;
  range: TimeRange | null;
  /** Undefined for a chart that keeps its section itself. */
  onRange: ((range: TimeRange | null) => void) | undefined;
}

interface Zoom {
  /** Where to open the chart when it is drawn; null leaves it where it is, which is the whole of one that is started anew. */
  section: () => Section | null;
  onEvents: Record<string, (event?: unknown) => void>;
}

export function useZoom({ chart, extent, along, range, onRange }: ZoomProps): Zoom {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFollowing = useRef(false);
  // The chart may be started anew meanwhile, and is then empty for a moment.
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
    // Whoever is moving the section right now is not thrown back to where the page still believes it is.
    if (!isHeld || first === undefined || last === undefined || timer.current !== undefined) return reached.current;
    return sectionOf(range, [first, last]);
  }, [range, first, last, isHeld]);

  const onEvents = useMemo(() => {
    const settled = () => {
      timer.current = undefined;
      const { extent: axis, range: currentRange, onRange: report } = latest.current;
      if (!reached.current || !axis) return;
      const shown = rangeOf(reached.current, axis);
      // The chart that this one follows may have said so already.
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
