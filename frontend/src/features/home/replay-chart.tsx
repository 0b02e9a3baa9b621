/** The drawing of a replay; loaded with the library that draws it. */
import { useComputedColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { Chart } from "@/charts/chart";
import { replayOption } from "@/charts/run-course/replay";
import { THEMES } from "@/charts/theme";
import { shortSpan } from "@/lib/short-times";
import { joinShort, shortValue } from "@/lib/short-values";
import { home } from "@/messages/home";

const words = home.first;

export interface ReplayChartProps {
  values: readonly (number | null)[];
  step_ms: number;
  played: number;
  /** In the steady state. */
  mean: number | null;
}

export function ReplayChart({ values, step_ms, played, mean }: ReplayChartProps) {
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const steady = shortValue("iops", mean).number;
  const build = useCallback(
    () =>
      replayOption(
        { values, step_ms, played, level: mean === null ? null : { value: mean, label: words.steadyLine(steady) } },
        theme,
      ),
    [values, step_ms, played, mean, steady, theme],
  );
  const last = joinShort(shortValue("iops", values[played - 1]));
  return <Chart build={build} ariaLabel={words.course(shortSpan((values.length * step_ms) / 1000), last, steady)} />;
}
