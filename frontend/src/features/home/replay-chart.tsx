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
}

export function ReplayChart({ values, step_ms, played }: ReplayChartProps) {
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const build = useCallback(() => replayOption({ values, step_ms, played }, theme), [values, step_ms, played, theme]);
  const last = joinShort(shortValue("iops", values[played - 1]));
  return <Chart build={build} ariaLabel={words.course(shortSpan((values.length * step_ms) / 1000), last)} />;
}
