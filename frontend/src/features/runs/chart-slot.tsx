/** Keeps the place of a chart while its data and ECharts are on the way. */
import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useNear } from "@/lib/near";
import { loadCharts } from "./figures";

const CHART_HEIGHT = 620;

interface ChartSlotProps {
  children: ReactNode;
  height?: number;
  /** Whether it may wait on a phone until somebody gets there. */
  canWait?: boolean;
}

export function ChartSlot({ children, height = CHART_HEIGHT, canWait = false }: ChartSlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useNear(place);
  const isNear = !canWait || isSeen;
  useEffect(() => {
    if (isNear) loadCharts();
  }, [isNear]);
  if (!isNear) return <Skeleton ref={place} height={height} data-far="" />;
  const waiting = <Skeleton height={height} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}
