/** The charts of what was varied, or the figures side by side where nothing was; loaded apart, ECharts comes with it. */
import { Text } from "@mantine/core";
import { bars } from "@/charts/bars/definition";
import { type BarsData, barGroups } from "@/charts/bars/option";
import { ChartFigure } from "@/charts/chart-figure";
import { chartsFor } from "@/charts/sweeps/charts-for";
import { invalidRuns } from "@/charts/sweeps/points";
import { SweepFigures, type SweepFiguresProps } from "@/charts/sweeps/sweep-figures";
import { METRICS } from "@/lib/metrics";
import { compare as words } from "@/messages/compare";
import { sweeps } from "@/messages/sweeps";

export function SweepOrBars(props: SweepFiguresProps) {
  const { measurements, metric, runs, baseline, numbers } = props;
  if (chartsFor(measurements).length > 0) return <SweepFigures {...props} />;
  const invalid = invalidRuns(measurements);
  const metricName = METRICS[metric].label;
  const data: BarsData = { metric, measurements, runs, baseline, numbers };
  if (barGroups(data).length === 0) return <Text c="dimmed">{words.noFigure(metricName)}</Text>;
  return (
    <>
      <Text c="dimmed">{words.noSweep}</Text>
      {invalid.length > 0 && <Text>{sweeps.invalid(invalid.join(", "), invalid.length)}</Text>}
      <ChartFigure fileName="compare" title={metricName} definition={bars} data={data} />
    </>
  );
}
