/** What the charts of sweeps say. */

export const sweeps = {
  nothing: "Nothing varies among these measurements that a sweep could be drawn of.",
  invalid: (runs: string, count: number) =>
    count === 1
      ? `${runs} is marked invalid: it is drawn, and counted nowhere.`
      : `${runs} are marked invalid: they are drawn, and counted nowhere.`,
  titled: (chart: string, workload: string) => (workload ? `${chart}: ${workload}` : chart),
  ofRun: (chart: string, workload: string, run: string) => `${chart}: ${[workload, run].filter(Boolean).join(", ")}`,
  against: (a: string, b: string) => `${a} against ${b}`,
  tooMany: (drawn: number, all: number) =>
    `Only the first ${drawn} of ${all} curves are drawn: more are not told apart.`,
  choose: { workload: "Workload", depth: "Outstanding I/O", share: "Share of writes" },
  end: (text: string) => `${text}.`,

  axes: {
    load: "Outstanding I/O (threads × queue depth)",
    writes: "Share of writes (%)",
    threads: "threads",
    queueDepth: "Queue depth of each thread",
    blockSize: "Block size",
    steps: "Threads and queue depth of each",
    streams: "Streams",
    positionBytes: (unit: string) => `Position in the address space (${unit})`,
    positionPercent: "Position in the address space (%)",
  },

  columns: {
    curve: "Curve",
    writes: "Share of writes",
    outstanding: "Outstanding I/O",
    threads: "Threads",
    queueDepth: "Queue depth",
    blockSize: "Block size",
    streams: "Streams",
    offset: "From",
    size: "Length",
    offsetPercent: "From, share of the target",
    kind: "Kind of value",
    of: (metric: string, name: string) => `${metric}, ${name}`,
    difference: "Difference",
  },

  kinds: {
    exact: "exact",
    approximate: "approximate",
    range_low: "from",
    range_high: "up to",
    lower_bound: "at least",
    upper_bound: "at most",
    cut_short: "cut short",
  } as Record<string, string>,

  rate: (value: string, unit: string) => (unit ? `${value} ${unit}` : value),
  notExact: "Some of these figures are not exact or were cut short: the table says which.",
  means: "Where one load was measured more than once, its mean is drawn.",
  unknownLoad: "With how many outstanding I/O some of these figures were measured is unknown.",

  heat: {
    none: (metric: string) => `There is no ${metric} to draw.`,
    reaches: (metric: string, low: string, high: string) => `${metric} reaches from ${low} to ${high}.`,
    at: (value: string, place: string) => `${value} at ${place}`,
    scale: (low: string, high: string) => `The stronger the colour, the higher: from ${low} to ${high}.`,
    logScale: (low: string, high: string) =>
      `The stronger the colour, the higher: from ${low} to ${high}, by logarithms.`,
    oneColour: "All cells have one value and one colour.",
    missing: (count: number, all: number) =>
      `${count} of ${all} cells ${count === 1 ? "was" : "were"} not measured and ${count === 1 ? "is" : "are"} left empty.`,
    place: (share: string, depth: string) => `${share} writes and ${depth} outstanding`,
    detail: (place: string, metric: string, value: string) => `${place}\n${metric}  ${value}`,
  },

  delta: {
    title: (metric: string) => `${metric}, difference in percent`,
    none: "No load was measured in both: there is no difference to draw.",
    reaches: (a: string, b: string, low: string, high: string) =>
      `${a} against ${b}, in percent of ${b}: from ${low}, to ${high}.`,
    scale: (a: string, most: string) =>
      `Blue is where ${a} is better, orange where it is worse, both strongest from ${most} on.`,
    detail: (place: string, difference: string, a: string, b: string) => `${place}\n${difference}\n${a}\n${b}`,
  },

  surface: {
    button: "3-D view",
    turning: (title: string) => `Turn ${title}`,
    turn: { left: "Turn left", right: "Turn right", up: "Look from higher up", down: "Look from lower down" },
    shows:
      "In three dimensions the measured values are the corners of the grid; faces join them and mean nothing else.",
    fromZero: "The upright axis begins at zero.",
    steps: "Loads stand at equal distances, as several have as many outstanding.",
    withoutFaces: (count: number) =>
      count === 1
        ? "No face is drawn where one of its four corners was not measured, which leaves out 1 value: the map has it."
        : `No face is drawn where one of its four corners was not measured, which leaves out ${count} values: the map has them.`,
    holes: "No face is drawn where one of its four corners was not measured.",
    noFace: "No four neighbouring cells were measured, so there is no surface to draw: the map has every value.",
    noWebGl:
      "This browser cannot draw in three dimensions (WebGL is missing or switched off): the map has the same values.",
    lost: "This browser stopped drawing in three dimensions: the map has the same values.",
    notLoaded: "The 3-D view could not be loaded: the map has the same values.",
    noPicture: "This browser could not make a PNG.",
    load: "Outstanding I/O",
    short: { load: "I/O", writes: "Writes (%)", difference: "%" },
  },

  matrix: {
    outlined: (outlined: string, others: string) =>
      `Cells with the same number of outstanding I/O lie on a diagonal; those of ${outlined} are outlined${others ? `, those of ${others} lie between them` : ""}.`,
    place: (threads: number, depth: number) => `${threads}T/${depth}Q, ${threads * depth} outstanding`,
  },

  lines: {
    parts: "Lines join the steps with the same threads.",
    mostOf: (name: string, value: string, place: string, others: string) =>
      `${name} is best, ${value} at ${place}; ${others}`,
    leastOf: (name: string, value: string, place: string) => `the best of ${name} is last, ${value} at ${place}.`,
    none: "There is no measurement to draw.",
    best: (name: string, value: string, place: string) => `${name}: best ${value} at ${place}.`,
    only: (name: string, value: string, place: string) => `${name}: ${value} at ${place}.`,
    leftOpen: (name: string, value: string, place: string) =>
      `${name}: ${value} at ${place}; bounds and ranges leave open which is best.`,
    topOf: (name: string, value: string, place: string) => `${name} is best, ${value} at ${place}.`,
    allCutShort: "Every measurement was cut short.",
    allCutShortOf: (name: string) => `${name}: every measurement was cut short.`,
  },

  stepPlace: (by: "load" | "streams", label: string) =>
    by === "load" ? label : label === "1" ? "1 stream" : `${label} streams`,

  slice: {
    atDepth: (depth: string) => `${depth} outstanding I/O`,
    atShare: (share: string) => `${share} writes`,
    byThreads: "Several loads have equally much outstanding: each number of threads has a line of its own.",
  },

  blocks: {
    rule: "IOPS are drawn for blocks up to 16 KiB, throughput from 64 KiB on, and both for sizes between them.",
    dual: "Both metrics over all sizes",
  },

  limit: {
    name: "Link limit",
    label: (rate: string, of: string) => (of ? `Link limit of ${of}: ${rate}` : `Link limit: ${rate}`),
    several: (count: number) => `${count} curves`,
    says: (rate: string, links: string, of: string, isDrawn: boolean) =>
      `The links${of ? ` of ${of}` : ""} (${links}) carry ${rate} at most, before headers${isDrawn ? ", the dashed line" : ": far above what is drawn"}.`,
  },

  addresses: {
    ends: (name: string, begin: string, end: string, mean: string) =>
      `${name}: ${begin} at the beginning, ${end} at the end, ${mean} on average.`,
  },

  titles: {
    queueDepth: "Over outstanding I/O",
    writeShare: "Share of writes and depth",
    shareSlice: "Slice over the share of writes",
    depthSlice: "Slice over the depth",
    threadQueue: "Threads and queue depth",
    blockSize: "Block sizes",
    loadSteps: "Steps of load",
    streams: "Number of streams",
    addressSpace: "Transfer rate over the address space",
  },
} as const;
