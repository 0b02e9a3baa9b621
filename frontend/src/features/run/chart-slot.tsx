/** Keeps the place of a chart while its data and ECharts are on the way. */
import { Skeleton } from "@mantine/core";
import { type CSSProperties, type ReactNode, type Ref, Suspense, useEffect, useRef } from "react";
import { useNear } from "@/lib/near";
import classes from "./chart-slot.module.css";
import { loadCharts } from "./figures";

/** How high a figure will be, in px: many charts stack their panels where they are narrow, as on a phone. */
export interface Heights {
  narrow: number;
  wide: number;
}

/** That of the four panels of a course, with its title, tools, legend and sentence. */
const CURVES_HEIGHTS: Heights = { narrow: 1232, wide: 732 };

interface ChartSlotProps {
  children: ReactNode;
  height?: number | Heights;
  /** Whether it may wait on a phone until somebody gets there. */
  canWait?: boolean;
}

export function ChartSlot({ children, height = CURVES_HEIGHTS, canWait = false }: ChartSlotProps) {
  return (
    <WhenNear height={height} canWait={canWait}>
      <Slot height={height}>{children}</Slot>
    </WhenNear>
  );
}

/** Keeps the place of what reads its own data: what may wait is neither drawn nor asked for before somebody gets there. */
export function WhenNear({ children, height = CURVES_HEIGHTS, canWait = false }: ChartSlotProps) {
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
    <div className={classes.room} ref={place} data-far={place && ""}>
      <div className={classes.box} style={heights}>
        <Skeleton height="100%" />
      </div>
    </div>
  );
}
