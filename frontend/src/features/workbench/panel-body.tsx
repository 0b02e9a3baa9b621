/** What a panel draws, by its kind; loaded apart from the page because ECharts comes with it. */
import { MeasuredPanel } from "./measured-panels";
import type { PanelProps } from "./panel-context";
import { PercentilesPanel } from "./percentiles-panel";
import { HeatMapPanel, RankPanel } from "./query-panels";
import { TimePanel } from "./time-panel";

export function PanelBody(props: PanelProps) {
  switch (props.panel.chart) {
    case "over_time":
    case "multiples":
      return <TimePanel {...props} />;
    case "percentiles":
      return <PercentilesPanel {...props} />;
    case "heat_map":
      return <HeatMapPanel {...props} />;
    case "rank":
      return <RankPanel {...props} />;
    default:
      return <MeasuredPanel {...props} />;
  }
}
