/** Lifts the curve that the reader points at, in the drawing or in the legend. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChartOption } from "./definition";
import { curveAt } from "./lift";

/** A pointer on its way across the chart lifts nothing. */
const REST_MS = 60;

interface Lift {
  lifted: string | null;
  /** For the entries of a legend, on which a pointer rests anyway. */
  lift: (name: string | null) => void;
  onEvents: Record<string, (event: unknown) => void>;
}

export function useLift(option: RefObject<ChartOption | null>, curves: ReadonlySet<string>): Lift {
  const [lifted, setLifted] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lift = useCallback((name: string | null) => {
    clearTimeout(timer.current);
    setLifted(name);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEvents = useMemo(() => {
    const soon = (name: string | null) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setLifted(name), REST_MS);
    };
    const over = (event: unknown) => soon(option.current && curveAt(option.current, event, curves));
    const out = () => soon(null);
    return { mouseover: over, mouseout: out, globalout: out };
  }, [option, curves]);
  return { lifted, lift, onEvents };
}
