/** Response times over time: the heat map of histograms, and the span of it that is looked at. */

export const overTime = {
  title: "Latency over time",
  ofPhase: (phase: string, direction: string) => `Latency over time: ${phase}, ${direction.toLowerCase()}`,
  phase: "Phase over time",
  phaseName: (ordinal: number, name: string) => `${ordinal}. ${name}`,
  from: "From",
  to: "To",
  timeHint: "Elapsed, as in 0:12:30",
  wrongTime: "Enter an elapsed time, as in 0:12:30.",
  wrongOrder: "Enter a time after the start.",
  beyond: (end: string) => `The phase ended at ${end}.`,
  show: "Show span",
  showAll: "Show all of the phase",
  whole: "Whole phase",
  wholeTitle: "Percentiles of the whole phase",
  spanTitle: "Percentiles of the span and of the whole phase",
  span: (from: string, to: string) => `${from} to ${to}`,
  spanRule: (slices: number) =>
    `${slices === 1 ? "1 slice counts" : `${slices} slices count`}: slices with their middle in the span. Their histograms are merged.`,
  noSlice: "No slice in this span. Choose a longer span.",
  chooseSpan:
    "Zoom in, drag the slider below the map or enter times to compare the percentiles of a span with the whole phase.",
  differs: (slices: string, result: string) =>
    `These slices have ${slices} I/Os, and the result of the phase has ${result}. The result covers part of the phase, or intervals are missing here.`,
  otherDirection: (direction: string) =>
    `This phase has no ${direction.toLowerCase()} over time. Reads and writes are drawn together.`,
  cutShort: (state: string) => `The phase is ${state}. Data until then is drawn.`,
  none: {
    notYet: "No phase has ended yet. The chart appears after the first one.",
    elsewhere: "This run was not measured here. Its source has no histograms over time.",
    vdbench: "Vdbench reports one histogram at the end of a phase, so there is no chart over time.",
    unknown: "No histograms stored. The run is older than this feature, or its engine reported none during the run.",
  },
  chart: {
    title: "Latency over time",
    none: "No slices.",
    axis: "Latency",
    percent: (percent: number) => `${percent} %`,
    cells: (max: string) => `I/Os per cell, 1 (faint) to ${max} (strong), logarithmic`,
    stalls: "No I/O completed",
    slices: (count: number, length: string) =>
      `${count === 1 ? "1 slice" : `${count} slices`} of ${length}, from left to right.`,
    course: (name: string, low: string, lowAt: string, high: string, highAt: string) =>
      `The ${name} latency is between ${low} (at ${lowAt}) and ${high} (at ${highAt}).`,
    flat: (name: string, value: string) => `The ${name} latency is ${value} in every slice with a value.`,
    tooFew: (names: string) => `Too few I/Os in a slice for ${names}.`,
    stalled: (count: number) => (count === 1 ? "No I/O completed in 1 slice." : `No I/O completed in ${count} slices.`),
    gaps: (count: number) => (count === 1 ? "1 gap without data." : `${count} gaps without data.`),
    rule: (min: number) => `Lines need at least ${min} slower I/Os.`,
    drawn:
      "Cells are an eighth of a power of two high. Percentiles come from the bins of the engine, with an error of at most 0.8 %.",
    caption: "Latency over time, one row per slice",
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
