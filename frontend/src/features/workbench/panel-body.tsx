/** Drawing of a panel by its kind; loaded separately from the page because it includes ECharts. */
import { HeatMapPanel } from "./heat-map-panel";
import { MeasuredPanel } from "./measured-panels";
import type { PanelProps } from "./panel-context";
import { PercentilesPanel } from "./percentiles-panel";
import { RankPanel } from "./rank-panel";
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
