/** Placeholder of a chart while its data and ECharts load. */
import { Skeleton } from "@mantine/core";
import { type CSSProperties, type ReactNode, type Ref, Suspense, useEffect, useRef } from "react";
import type { Heights } from "@/charts/heights";
import { useNear } from "@/lib/near";
import classes from "./chart-slot.module.css";
import { loadCharts } from "./figures";

interface ChartSlotProps {
  children: ReactNode;
  /** Height of the figure, in px. */
  height: number | Heights;
  /** True if the chart can wait on a phone until the reader scrolls to it. */
  canWait?: boolean;
}

export function ChartSlot({ children, height, canWait = false }: ChartSlotProps) {
  return (
    <WhenNear height={height} canWait={canWait}>
      <Slot height={height}>{children}</Slot>
    </WhenNear>
  );
}

/**
 * Reserve the space of a part that reads its own data. A part that can wait is neither drawn nor requested before the
 * reader reaches it.
 */
export function WhenNear({ children, height, canWait = false }: ChartSlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return canWait && !isNear ? <Room height={height} place={place} /> : children;
}

function Slot({ children, height }: { children: ReactNode; height: number | Heights }) {
  useEffect(loadCharts, []);
  const waiting = <Room height={height} />;
  return <Suspense fallback={waiting}>{children || waiting}</Suspense>;
}

/** Draw the space of a part that is not loaded; with `place`, it waits until the reader reaches it. */
function Room({ height, place }: { height: number | Heights; place?: Ref<HTMLDivElement> }) {
  const { narrow, wide } = typeof height === "number" ? { narrow: height, wide: height } : height;
  const heights = { "--height-narrow": `${narrow}px`, "--height-wide": `${wide}px` } as CSSProperties;
  return (
    <div className={classes.room} ref={place} data-room="" data-far={place && ""}>
      <div className={classes.box} style={heights}>
        <Skeleton height="100%" />
      </div>
    </div>
  );
}
