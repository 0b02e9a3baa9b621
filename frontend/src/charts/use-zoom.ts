/** Keeps the section of a chart and the stretch that its page knows the same, whoever changes it. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { ChartInstance } from "./runtime";
import { currentSection, type Extent, rangeOf, type Section, sectionOf, type TimeRange } from "./zoom";

/** While the reader still moves, nobody is told: what follows may be asked of the lab. */
const SETTLED_MS = 250;

interface ZoomProps {
  chart: RefObject<ChartInstance | null>;
  /** Undefined for a chart that keeps its section itself. */
  extent: Extent | undefined;
  range: TimeRange | null;
  onRange: ((range: TimeRange | null) => void) | undefined;
}

interface Zoom {
  /** Where to open the chart when it is drawn; null leaves it where it is. */
  section: () => Section | null;
  onEvents: Record<string, () => void> | undefined;
}

export function useZoom({ chart, extent, range, onRange }: ZoomProps): Zoom {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ extent, onRange });
  const [first, last] = extent ?? [];
  useEffect(() => {
    latest.current = { extent, onRange };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const section = useCallback(() => {
    // Whoever is moving the section right now is not thrown back to where the page still believes it is.
    if (first === undefined || last === undefined || timer.current !== undefined) return null;
    return sectionOf(range, [first, last]);
  }, [range, first, last]);

  const kept = onRange !== undefined;
  const onEvents = useMemo(() => {
    const tell = () => {
      timer.current = undefined;
      const { extent: axis, onRange: told } = latest.current;
      if (chart.current && axis) told?.(rangeOf(currentSection(chart.current), axis));
    };
    const moved = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(tell, SETTLED_MS);
    };
    return kept ? { datazoom: moved } : undefined;
  }, [chart, kept]);

  return { section, onEvents };
}
