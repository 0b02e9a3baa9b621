/** Metrics of the lab, generated from its table: see `make client`. */
export const METRIC_TABLE = {
  "iops": {"key": "iops", "label": "IOPS", "unit": "1/s", "better": "higher"},
  "throughput_bytes_per_s": {"key": "bandwidth", "label": "Throughput", "unit": "bytes/s", "better": "higher"},
  "latency_mean_ns": {"key": "lat_mean", "label": "Mean latency", "unit": "ns", "better": "lower"},
  "latency_stddev_ns": {"key": "lat_stddev", "label": "Latency standard deviation", "unit": "ns", "better": "lower"},
  "latency_min_ns": {"key": "lat_min", "label": "Minimum latency", "unit": "ns", "better": "lower"},
  "latency_max_ns": {"key": "lat_max", "label": "Maximum latency", "unit": "ns", "better": "lower"},
  "latency_p50_ns": {"key": "lat_p50", "label": "Median latency", "unit": "ns", "better": "lower"},
  "latency_p90_ns": {"key": "lat_p90", "label": "p90 latency", "unit": "ns", "better": "lower"},
  "latency_p99_ns": {"key": "lat_p99", "label": "p99 latency", "unit": "ns", "better": "lower"},
  "latency_p999_ns": {"key": "lat_p999", "label": "p99.9 latency", "unit": "ns", "better": "lower"},
  "latency_p9999_ns": {"key": "lat_p9999", "label": "p99.99 latency", "unit": "ns", "better": "lower"}
} as const;
export const READING_TABLE = {
  "queue": {"label": "I/Os in flight", "unit": "1"},
  "utilisation": {"label": "Device utilisation", "unit": "percent"},
  "cpu": {"label": "Processor utilisation", "unit": "percent"},
  "temperature": {"label": "Drive temperature", "unit": "degC"},
  "interrupts": {"label": "Interrupts", "unit": "1/s"}
} as const;
export const SERIES_METRICS = ["iops", "throughput_bytes_per_s", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns", "latency_p99_ns"] as const;
