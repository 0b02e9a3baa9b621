/** What charts of any kind say. */

export const charts = {
  arrangements: { one: "One chart", apart: "Small multiples" },
  panelHidden: "hidden",
  isApart: "Each curve has a panel of its own; all panels have the same axes.",
  telemetryNotes: "Notes (by number, in the list of notes)",
  logLatency: "Logarithmic latency",
  noReadings: "No readings yet.",

  bars: {
    measured: "Measured",
    heading: (label: string, workload: string) => `${label}: ${workload}`,
    ofMaximum: (percent: string) => `at ${percent} of the maximum`,
    requested: (iops: string) => `${iops} IOPS requested`,
    best: (workload: string, name: string, value: string) => `${workload}: best is ${name} with ${value}.`,
    only: (workload: string, name: string, value: string) => `${workload}: ${name} with ${value}.`,
    noneCounts: (workload: string) => `${workload}: no figure counts.`,
    mark: "Mark",
    invalid: "invalid",
    pale: "Pale bars are marked invalid and counted nowhere.",
    relative: (metric: string) => `${metric}, difference from the baseline`,
    ratio: (metric: string) => `${metric}, ratio to the baseline`,
    noBaseline: (workloads: string) => `No figure of the baseline to measure by: ${workloads}.`,
    noChange: "Bounds, ends of ranges, ratios and what was cut short are not measured by the baseline.",
    noIntervals: "What medians are of the baseline's is drawn without an interval.",
  },

  changes: {
    drawn: "What is drawn is measured by the baseline; figures in this text are absolute.",
    none: (names: string) => `Not measured by the baseline at all: ${names}.`,
    gaps: "Bounds, ends of ranges, what was cut short or is marked invalid, and what the baseline has no such figure for are not measured by it and not drawn.",
    kind: "Kind of what is of the baseline",
    kinds: { exact: "exact", approximate: "approximate" },
    axis: {
      relative: (metric: string) => `${metric}, ± % of baseline`,
      ratio: (metric: string) => `${metric}, × baseline`,
    },
    absolute: "This chart shows absolute figures: it is not measured by the baseline.",
    invalid: (runs: string, count: number) =>
      count === 1
        ? `${runs} is marked invalid: it is drawn only where figures are absolute, and counted nowhere.`
        : `${runs} are marked invalid: they are drawn only where figures are absolute, and counted nowhere.`,
  },

  invalid: {
    one: (name: string) => `${name} is marked invalid and counted nowhere.`,
    several: (names: string) => `Marked invalid and counted nowhere: ${names}.`,
  },

  repeats: {
    count: "n",
    rule: "Interval",
    extremes: ["lowest", "highest"],
    ends: ["95 % interval from", "95 % interval to"],
    end: (metric: string, end: string) => `${metric}, ${end}`,
    one: "one run, no interval",
    oneMeasurement: "one measurement, no interval",
    averaged: (count: number) => `mean of ${count} measurements of one load, no interval`,
    few: (n: number) => (n === 2 ? "2 runs, too few for an interval" : `${n} runs, no interval is known`),
    interval: (n: number) => `${n} runs, Student's 95 % interval of their mean`,
    spans: "Points are medians of their runs, whiskers reach from the lowest to the highest.",
    medians: "Points are medians of their runs.",
    broad: "Whiskers are Student's 95 % interval of the mean of the runs.",
    two: "Of two runs there is no interval.",
    hollow: "A hollow point is one run, no interval.",
    allSingle: "Hollow points: each curve is one run, no interval.",
    barSpans: "Whiskers reach from the lowest to the highest of the runs behind a bar.",
    barHollow: "A bar that ends in an open circle is one run, no interval.",
    cells:
      "Cells are medians of their runs; the table has their lowest, their highest and the 95 % interval of their mean.",
    cellHollow: "A cell with an open circle is one run, no interval.",
    hollowNow: "A hollow degraded or rebuilding end is one run, no interval.",
    figureSpans: "Whiskers reach from the lowest to the highest of the runs behind a point.",
    asPercent: "Both are percent of the figure that 100 % are, which is taken as it stands.",
    differences: "A difference of medians is drawn without an interval.",
    ofOne: "one run",
    of: (n: number) => `n = ${n}`,
    both: "Dots are both values of 2 runs.",
  },
} as const;
