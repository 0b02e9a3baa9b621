/** Keeps the place of a chart while its data and ECharts are on the way. */
import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense, useEffect } from "react";
import { loadCharts } from "./figures";

const CHART_HEIGHT = 620;

export function ChartSlot({ children, height = CHART_HEIGHT }: { children: ReactNode; height?: number }) {
  useEffect(loadCharts, []);
  const waiting = <Skeleton height={height} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}
