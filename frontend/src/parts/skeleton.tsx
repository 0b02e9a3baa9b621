/** Skeletons in place of data on its way: as large as the data, seen after 150 ms only. */
import { Skeleton, type SkeletonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { parts as words } from "@/messages/parts";
import classes from "./skeleton.module.css";

/** Announce that content is loading, around boxes of the final size. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{words.loading}</span>
      {children}
    </div>
  );
}

/** One box; its height is that of what comes. */
export function SkeletonBox({ height, width, radius = 6 }: Pick<SkeletonProps, "height" | "width" | "radius">) {
  return <Skeleton className={classes.box} height={height} width={width} radius={radius} />;
}
