/** Metrics of the lab, generated from its table: see `make client`. */
export const METRIC_TABLE = {
  "iops": {"key": "iops", "label": "IOPS", "short": "IOPS", "unit": "1/s", "better": "higher", "overRounds": "mean", "field": "iops", "percent": null},
  "throughput_bytes_per_s": {"key": "bandwidth", "label": "Throughput", "short": "MB/s", "unit": "bytes/s", "better": "higher", "overRounds": "mean", "field": "throughput", "percent": null},
  "latency_mean_ns": {"key": "lat_mean", "label": "Mean latency", "short": "Mean", "unit": "ns", "better": "lower", "overRounds": "mean", "field": "latency", "percent": null},
  "latency_stddev_ns": {"key": "lat_stddev", "label": "Latency standard deviation", "short": "Deviation", "unit": "ns", "better": "lower", "overRounds": null, "field": null, "percent": null},
  "latency_min_ns": {"key": "lat_min", "label": "Minimum latency", "short": "Minimum", "unit": "ns", "better": "lower", "overRounds": "min", "field": null, "percent": null},
  "latency_max_ns": {"key": "lat_max", "label": "Maximum latency", "short": "Maximum", "unit": "ns", "better": "lower", "overRounds": "max", "field": null, "percent": null},
  "latency_p50_ns": {"key": "lat_p50", "label": "Median latency", "short": "p50", "unit": "ns", "better": "lower", "overRounds": null, "field": "p50", "percent": 50.0},
  "latency_p90_ns": {"key": "lat_p90", "label": "p90 latency", "short": "p90", "unit": "ns", "better": "lower", "overRounds": null, "field": "p90", "percent": 90.0},
  "latency_p99_ns": {"key": "lat_p99", "label": "p99 latency", "short": "p99", "unit": "ns", "better": "lower", "overRounds": null, "field": "p99", "percent": 99.0},
  "latency_p999_ns": {"key": "lat_p999", "label": "p99.9 latency", "short": "p99.9", "unit": "ns", "better": "lower", "overRounds": null, "field": "p99.9", "percent": 99.9},
  "latency_p9999_ns": {"key": "lat_p9999", "label": "p99.99 latency", "short": "p99.99", "unit": "ns", "better": "lower", "overRounds": null, "field": "p99.99", "percent": 99.99}
} as const;
export const READING_TABLE = {
  "queue": {"label": "I/Os in flight", "short": "In flight", "unit": "1"},
  "utilisation": {"label": "Device utilisation", "short": "Utilisation", "unit": "percent"},
  "cpu": {"label": "Processor utilisation", "short": "CPU", "unit": "percent"},
  "temperature": {"label": "Drive temperature", "short": "Temperature", "unit": "degC"},
  "interrupts": {"label": "Interrupts", "short": "Interrupts", "unit": "1/s"}
} as const;
export const SERIES_METRICS = ["iops", "throughput_bytes_per_s", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns", "latency_p99_ns"] as const;
