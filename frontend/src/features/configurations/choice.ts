/** Parameters in the addresses of configurations: views, metrics and factors to show. */

export const CONFIGURATION_TABS = ["runs", "snapshot"] as const;
export type ConfigurationTab = (typeof CONFIGURATION_TABS)[number];

export const CONFIGURATION_METRICS = ["iops", "latency_p99_ns", "throughput_bytes_per_s"] as const;
export type ConfigurationMetric = (typeof CONFIGURATION_METRICS)[number];

export const DIFF_SHOWN = ["differs", "unknown"] as const;
export type DiffShown = (typeof DIFF_SHOWN)[number];

export interface ConfigurationChoice {
  /** The overview unless one of these. */
  tab?: ConfigurationTab | undefined;
  /** The newest run of the test whose history is shown; that of the newest run unless another. */
  series?: string | undefined;
  /** IOPS unless another one. */
  metric?: ConfigurationMetric | undefined;
  workload?: string | undefined;
}

export interface DiffChoice {
  /** Ids or numbers of configurations or runs. */
  a?: string | undefined;
  b?: string | undefined;
  /** All factors unless one of these. */
  show?: DiffShown | undefined;
  /** True if the equal factors are expanded. */
  same?: true | undefined;
}
