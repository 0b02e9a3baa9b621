/** Parameters in the addresses of configurations: views, metrics and factors to show. */
import { oneOf, parserOf, readText, readTrue } from "@/lib/search-fields";

export const CONFIGURATION_TABS = ["runs", "snapshot"] as const;

export const CONFIGURATION_METRICS = ["iops", "latency_p99_ns", "throughput_bytes_per_s"] as const;
export type ConfigurationMetric = (typeof CONFIGURATION_METRICS)[number];

export const DIFF_SHOWN = ["differs", "unknown"] as const;
export type DiffShown = (typeof DIFF_SHOWN)[number];

export const parseConfigurationSearch = parserOf({
  /** The overview unless one of these. */
  tab: oneOf(CONFIGURATION_TABS),
  /** The newest run of the test whose history is shown; that of the newest run unless another. */
  series: readText,
  /** IOPS unless another one. */
  metric: oneOf(CONFIGURATION_METRICS),
  workload: readText,
});
export type ConfigurationChoice = ReturnType<typeof parseConfigurationSearch>;

export const parseDiffSearch = parserOf({
  /** Ids or numbers of configurations or runs. */
  a: readText,
  b: readText,
  /** All factors unless one of these. */
  show: oneOf(DIFF_SHOWN),
  /** True if the equal factors are expanded. */
  same: readTrue,
});
export type DiffChoice = ReturnType<typeof parseDiffSearch>;
