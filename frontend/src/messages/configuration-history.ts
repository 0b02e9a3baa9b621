/** Texts of the page with the history of a configuration. */

export const configurationHistory = {
  title: (configuration: string) => `History of ${configuration}`,
  series: "Series",
  seriesOf: (title: string, version: number | null, server: string | null, isSmoke: boolean, runs: number) =>
    [
      version === null ? title : `${title}, version ${version}`,
      ...(isSmoke ? ["short test"] : []),
      ...(server ? [server] : []),
      runs === 1 ? "1 run" : `${runs} runs`,
    ].join(" · "),
  workload: "Workload",
  metric: "Metric",
  none: "No finished runs of this configuration.",
  noFigures: (metric: string) => `No run has a value for ${metric}.`,
  chart: (metric: string) => `${metric} over time`,
  changes: "Changes",
  changesCaption: "Changes of configuration and level",
  columns: { when: "When", run: "Run", change: "What changed" },
  noChange: "No changes of configuration or level.",
  level: (percent: string, better: boolean) =>
    `The level changed by ${percent}, which is ${better ? "better" : "worse"}.`,
  configuration: (before: string, after: string, factors: string) =>
    `${before} became ${after}${factors ? `: ${factors}` : ""}.`,
  regression: "The newest value is much worse than the earlier ones.",
  improvement: "The newest value is much better than the earlier ones.",
  incomplete: "Older runs are not included.",
  leftOut: (runs: string) => `Invalid, not counted: ${runs}.`,
  otherScale: (runs: string, isSmoke: boolean) =>
    `${isSmoke ? "Full-length runs" : "Short tests"}, not counted here: ${runs}.`,
} as const;
