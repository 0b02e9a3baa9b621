/** The place of a figure while ECharts is on the way: as high as the figure, since it knows what will be drawn. */
import { Skeleton, Title } from "@mantine/core";
import type { CSSProperties } from "react";
import classes from "./chart-figure.module.css";
import { type ChartDefinition, WIDE_FROM } from "./definition";
import room from "./figure-skeleton.module.css";

interface FigureSkeletonProps<Data> {
  /** One without a legend: what a legend needs is not known before it is laid out. */
  definition: ChartDefinition<Data>;
  data: Data;
  title?: string;
}

export function FigureSkeleton<Data>({ definition, data, title = definition.title }: FigureSkeletonProps<Data>) {
  const heights = {
    "--height-narrow": `${definition.height(data, WIDE_FROM - 1)}px`,
    "--height-wide": `${definition.height(data, WIDE_FROM)}px`,
  } as CSSProperties;
  return (
    <div className={classes.figure} aria-hidden="true">
      <div className={`${classes.head} ${room.room}`}>
        <Title order={3} component="div">
          {title}
        </Title>
        <div className={room.menu} />
      </div>
      <div className={classes.container}>
        <div className={classes.box} style={heights}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={`${classes.caption} ${room.room}`}>{definition.caption?.(data) ?? definition.describe(data)}</div>
    </div>
  );
}
