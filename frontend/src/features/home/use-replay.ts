/** Plays stored values again, once a second while the page is shown. */
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { usePageShown } from "@/lib/page-shown";

const TICK_MS = 1_000;

export interface Replay {
  /** How many values were played. */
  played: number;
  isPlaying: boolean;
  isOver: boolean;
  /** Pauses, goes on, or begins again at the end. */
  toggle: () => void;
}

/** Play `length` values, `perTick` each second; where nothing may move, all are there at once. */
export function useReplay(length: number, perTick: number): Replay {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const isShown = usePageShown();
  const [wants, setWants] = useState(!isStill);
  const [count, setCount] = useState(isStill ? Number.POSITIVE_INFINITY : perTick);
  const played = Math.min(count, length);
  const isOver = length > 0 && played >= length;
  const isPlaying = wants && !isOver;
  useEffect(() => {
    if (!isPlaying || !isShown || length === 0) return;
    const playing = window.setInterval(() => setCount((before) => before + perTick), TICK_MS);
    return () => window.clearInterval(playing);
  }, [isPlaying, isShown, length, perTick]);
  const toggle = () => {
    if (isOver) setCount(perTick);
    setWants(isOver || !wants);
  };
  return { played, isPlaying, isOver, toggle };
}
