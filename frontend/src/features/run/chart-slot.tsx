/** Keeps the place of a chart while its data and ECharts are on the way. */
import { Skeleton } from "@mantine/core";
import { type CSSProperties, type ReactNode, type Ref, Suspense, useEffect, useRef } from "react";
import type { Heights } from "@/charts/heights";
import { useNear } from "@/lib/near";
import classes from "./chart-slot.module.css";
import { loadCharts } from "./figures";

interface ChartSlotProps {
  children: ReactNode;
  /** How high the figure will be, in px. */
  height: number | Heights;
  /** Whether it may wait on a phone until somebody gets there. */
  canWait?: boolean;
}

export function ChartSlot({ children, height, canWait = false }: ChartSlotProps) {
  return (
    <WhenNear height={height} canWait={canWait}>
      <Slot height={height}>{children}</Slot>
    </WhenNear>
  );
}

/** Keeps the place of what reads its own data: what may wait is neither drawn nor asked for before somebody gets there. */
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

/** The place of what is not here yet; `place` where it waits until somebody gets there. */
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
