/** Keeps the place of a chart while its data and ECharts are on the way. */
import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useNear } from "@/lib/near";
import { loadCharts } from "./figures";

const CHART_HEIGHT = 620;

interface ChartSlotProps {
  children: ReactNode;
  height?: number;
  /** Whether it comes at once on a phone, too: what stands below must not be pushed down when somebody gets there. */
  isEager?: boolean;
}

export function ChartSlot({ children, height = CHART_HEIGHT, isEager = false }: ChartSlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useNear(place);
  const isNear = isEager || isSeen;
  useEffect(() => {
    if (isNear) loadCharts();
  }, [isNear]);
  if (!isNear) return <Skeleton ref={place} height={height} data-far="" />;
  const waiting = <Skeleton height={height} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}
