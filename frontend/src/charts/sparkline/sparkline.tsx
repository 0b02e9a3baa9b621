/** A sparkline in its box, with its course in words for who does not see it. Load it apart from a page, ECharts comes with it. */
import { useComputedColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { Chart } from "../chart";
import { THEMES } from "../theme";
import { describeSparkline, type SparklineData, sparklineOption } from "./option";
import classes from "./sparkline.module.css";

export function Sparkline({ data }: { data: SparklineData }) {
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const build = useCallback(() => sparklineOption(data, theme), [data, theme]);
  return (
    <div className={classes.box}>
      <Chart build={build} ariaLabel={describeSparkline(data)} renderer="svg" />
    </div>
  );
}
