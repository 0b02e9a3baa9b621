/** Response times over time: the heat map of histograms, and the span of it that is looked at. */

export const overTime = {
  title: "Response times over time",
  ofPhase: (phase: string, direction: string) => `Response times over time: ${phase}, ${direction.toLowerCase()}`,
  phase: "Phase over time",
  phaseName: (ordinal: number, name: string) => `${ordinal}. ${name}`,
  from: "From",
  to: "To",
  timeHint: "Elapsed, as in 0:12:30",
  wrongTime: "Write an elapsed time, as in 0:12:30.",
  wrongOrder: "This must be later than the beginning.",
  beyond: (end: string) => `The phase ended at ${end}.`,
  show: "Show span",
  showAll: "Show all of the phase",
  whole: "Whole phase",
  wholeTitle: "Percentiles of the whole phase",
  spanTitle: "Percentiles of the span and of the whole phase",
  span: (from: string, to: string) => `${from} to ${to}`,
  spanRule: (slices: number) =>
    `${slices === 1 ? "1 slice counts" : `${slices} slices count`}: those whose middle lies in the span, with their histograms merged.`,
  noSlice: "No slice has its middle in this span: choose a longer one.",
  chooseSpan:
    "Zoom in, drag the slider below the map or write times to see the percentiles of a span beside those of the whole phase.",
  differs: (slices: string, result: string) =>
    `These slices count ${slices} I/Os, the result of the phase ${result}: the result is of a part of the phase, or intervals are missing here.`,
  otherDirection: (direction: string) =>
    `This phase has no ${direction.toLowerCase()} over time: reads and writes together are drawn.`,
  cutShort: (state: string) => `The phase is ${state}: this is what was measured until then.`,
  none: {
    notYet: "No phase has ended yet. Histograms over time appear with the first one that has.",
    elsewhere: "This run was not measured here: its source gives histograms of whole phases at most.",
    vdbench: "Vdbench counts response times once, at the end of a phase, so there are no histograms over time.",
    unknown:
      "Nothing is stored: the run was measured before histograms were kept over time, or its engine printed none while it ran.",
  },
  chart: {
    title: "Response times over time",
    none: "There is no slice to draw.",
    axis: "Response time",
    percent: (percent: number) => `${percent} %`,
    cells: (most: string) => `I/Os per cell, 1 (faint) to ${most} (strong), logarithmic`,
    stalls: "No I/O ended",
    slices: (count: number, length: string) =>
      `${count === 1 ? "1 slice" : `${count} slices`} of ${length}, from left to right.`,
    course: (name: string, low: string, lowAt: string, high: string, highAt: string) =>
      `The ${name} response time is between ${low} (at ${lowAt}) and ${high} (at ${highAt}).`,
    flat: (name: string, value: string) => `The ${name} response time is ${value} in every slice that tells it.`,
    tooFew: (names: string) => `Too few I/Os in a slice for ${names}.`,
    stalled: (count: number) => (count === 1 ? "In 1 slice no I/O ended." : `In ${count} slices no I/O ended.`),
    gaps: (count: number) =>
      count === 1
        ? "There is 1 gap, of which nothing is known."
        : `There are ${count} gaps, of which nothing is known.`,
    rule: (least: number) => `A line is left out where fewer than ${least} I/Os were slower.`,
    drawn:
      "Drawn: cells of an eighth of a power of two. Percentiles are read from the bins of the engine, which are at most 0.8 % off.",
    caption: "Response times over time, one row per slice",
    columns: {
      from: "From",
      to: "To",
      ios: "I/Os",
      fastest: "Fastest from",
      slowest: "Slowest below",
    },
    cell: (low: string, high: string) => `${low} to ${high}`,
    open: (low: string) => `${low} and more`,
    count: (ios: string, share: string) => `${ios} I/Os, ${share} of the slice`,
  },
} as const;
