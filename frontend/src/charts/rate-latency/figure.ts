/** Rates against latencies as panels of a workbench. Pure. */
import { depthMetrics } from "../queue-depth/curves";
import { depthsOf } from "../queue-depth/figure";
import { fromMeasurements } from "../workbench/contract";
import { joined, named } from "../workbench/measured";
import { rateLatency } from "./definition";
import { words } from "./words";

export const figure = fromMeasurements(rateLatency, (panel, data) =>
  named(depthsOf(panel, data), (drawn, workload) => {
    const { rate, latency } = depthMetrics(drawn);
    return { title: words.against(rate.label, latency.label), subtitle: joined(workload, words.allDepths) };
  }),
);
