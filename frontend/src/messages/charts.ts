/** Texts of all kinds of charts. */

export const charts = {
  arrangements: { one: "One chart", apart: "Small multiples" },
  panelHidden: "hidden",
  isApart: "One panel per curve, same axes.",
  telemetryNotes: "Notes (numbered, in the list of notes)",
  logLatency: "Logarithmic latency",
  noReadings: "No readings yet.",
  knee: (depth: string) => `knee at ${depth}`,
  latencyOf: (label: string, value: string) => `a ${label} of ${value}`,
  kneeHere: "knee",
  steady: "steady",

  changes: {
    drawn: "The chart is relative to the baseline. Values in this text are absolute.",
    none: (names: string) => `Not comparable with the baseline: ${names}.`,
    gaps: "Bounds, ranges, incomplete or invalid values, and values without a baseline are not drawn.",
    kind: "Precision of the comparison",
    kinds: { exact: "exact", approximate: "approximate" },
    axis: {
      relative: (metric: string) => `${metric}, ± % of baseline`,
      ratio: (metric: string) => `${metric}, × baseline`,
    },
    absolute: "This chart shows absolute values only.",
    percentiles: "Lines join the percentiles that are known of both runs.",
  },

  invalid: {
    one: (name: string) => `${name} is invalid, not counted.`,
    several: (names: string) => `Invalid, not counted: ${names}.`,
  },

  repeats: {
    count: "n",
    rule: "Interval",
    extremes: ["lowest", "highest"],
    ends: ["95 % interval from", "95 % interval to"],
    end: (metric: string, end: string) => `${metric}, ${end}`,
    one: "1 run, no interval",
    oneMeasurement: "1 measurement, no interval",
    averaged: (count: number) => `mean of ${count} measurements of one load, no interval`,
    few: (n: number) => (n === 2 ? "2 runs, too few for an interval" : `${n} runs, interval unknown`),
    interval: (n: number) => `${n} runs, Student's 95 % interval of their mean`,
    spans: "Points are medians of the runs. Whiskers show the lowest and highest run.",
    medians: "Points are medians of the runs.",
    broad: "Whiskers are Student's 95 % interval of the mean of the runs.",
    two: "Two runs have no interval.",
    hollow: "A hollow point is 1 run, no interval.",
    allSingle: "Hollow points: each curve is 1 run, no interval.",
    barSpans: "Whiskers show the lowest and highest run of a bar.",
    barHollow: "A bar with an open circle is 1 run, no interval.",
    cells:
      "Cells are medians of the runs. The table also has the lowest, the highest and the 95 % interval of the mean.",
    cellHollow: "A cell with an open circle is 1 run, no interval.",
    hollowNow: "A hollow degraded or rebuilding end is 1 run, no interval.",
    figureSpans: "Whiskers show the lowest and highest run of a point.",
    asPercent: "Both are in percent of the 100 % value, whose spread is not included.",
    differences: "Differences of medians have no interval.",
    ofOne: "1 run",
    of: (n: number) => `n = ${n}`,
    both: "Dots are both values of 2 runs.",
  },
} as const;
