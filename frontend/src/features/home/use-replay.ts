/** Plays stored values again while the page is shown. */
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { usePageShown } from "@/lib/page-shown";

const TICK_MS = 250;

export interface Replay {
  /** Number of values played. */
  played: number;
  isPlaying: boolean;
  isOver: boolean;
  /** Pauses, goes on, or begins again at the end. */
  toggle: () => void;
}

export interface Recording {
  length: number;
  /** Between two of its values. */
  step_ms: number;
  /** Seconds of the recording in one of the replay. */
  factor: number;
}

/** Play the values of a recording; where nothing may move, all are there at once. */
export function useReplay({ length, step_ms, factor }: Recording): Replay {
  const perTick = step_ms > 0 ? (factor * TICK_MS) / step_ms : 0;
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const isShown = usePageShown();
  const [wants, setWants] = useState(!isStill);
  const [count, setCount] = useState(isStill ? Number.POSITIVE_INFINITY : 0);
  const played = Math.min(Math.ceil(count), length);
  const isOver = length > 0 && played >= length;
  const isPlaying = wants && !isOver;
  useEffect(() => {
    if (!isPlaying || !isShown || length === 0) return;
    const playing = window.setInterval(() => setCount((before) => before + perTick), TICK_MS);
    return () => window.clearInterval(playing);
  }, [isPlaying, isShown, length, perTick]);
  const toggle = () => {
    if (isOver) setCount(0);
    setWants(isOver || !wants);
  };
  return { played, isPlaying, isOver, toggle };
}
