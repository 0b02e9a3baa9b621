/** Texts of the charts of sweeps. */

export const sweeps = {
  nothing: "No sweep in these measurements.",
  invalid: (runs: string, count: number) =>
    count === 1 ? `${runs} is drawn but invalid, not counted.` : `${runs} are drawn but invalid, not counted.`,
  titled: (chart: string, workload: string) => (workload ? `${chart}: ${workload}` : chart),
  ofRun: (chart: string, workload: string, run: string) => `${chart}: ${[workload, run].filter(Boolean).join(", ")}`,
  against: (a: string, b: string) => `${a} against ${b}`,
  tooMany: (drawn: number, all: number) => `Showing the first ${drawn} of ${all} curves.`,
  choose: { workload: "Workload", depth: "Outstanding I/O", share: "Write share" },
  end: (text: string) => `${text}.`,

  axes: {
    load: "Outstanding I/O (threads × queue depth)",
    writes: "Write share (%)",
    random: "Random I/O (%)",
    workingSet: "Working set",
    workingSetPercent: "Working set (% of the target)",
    threads: "threads",
    threadCount: "Threads",
    queueDepth: "Queue depth per thread",
    blockSize: "Block size",
    steps: "Threads and queue depth",
    streams: "Streams",
    positionBytes: (unit: string) => `Position in the address space (${unit})`,
    positionPercent: "Position in the address space (%)",
  },

  /** Quantity that changes along an axis. */
  axisNames: {
    block_size: "block size",
    write_share: "write share",
    random_share: "share of random I/O",
    working_set: "working set",
    streams: "streams",
    position: "position",
    threads: "threads",
    load: "threads and depth",
  },
  along: (metric: string, axis: string) => `${metric} by ${axis}`,
  axisColumns: {
    block_size: "Block size",
    write_share: "Write share",
    random_share: "Share of random I/O",
    working_set: "Working set",
    streams: "Streams",
    position: "Position",
    threads: "Threads",
    load: "Threads and queue depth",
  },
  fixed: {
    block: (size: string) => `${size} blocks`,
    random: (share: string, percent: number) =>
      percent === 100 ? "random" : percent === 0 ? "sequential" : `${share} random`,
    reads: (share: string, percent: number) =>
      percent === 100 ? "reads" : percent === 0 ? "writes" : `${share} reads`,
    threads: (count: number) => (count === 1 ? "1 thread" : `${count} threads`),
    depth: (depth: number) => `queue depth ${depth} each`,
    load: (count: number) => `${count} outstanding I/O`,
    streams: (count: number) => `${count} streams`,
  },

  columns: {
    curve: "Curve",
    writes: "Write share",
    outstanding: "Outstanding I/O",
    threads: "Threads",
    queueDepth: "Queue depth",
    blockSize: "Block size",
    streams: "Streams",
    offset: "From",
    size: "Length",
    offsetPercent: "From, share of the target",
    kind: "Precision",
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
    cut_short: "incomplete",
  } as Record<string, string>,

  rate: (value: string, unit: string) => (unit ? `${value} ${unit}` : value),
  notExact: "Some values are approximate or incomplete. The table marks them.",
  means: "A load measured more than once is drawn as its mean.",
  unknownLoad: "The outstanding I/O of some values is unknown.",

  heat: {
    none: (metric: string) => `No ${metric} values.`,
    reaches: (metric: string, low: string, high: string) => `${metric} ranges from ${low} to ${high}.`,
    at: (value: string, place: string) => `${value} at ${place}`,
    scale: (low: string, high: string) => `Stronger colours are higher values, from ${low} to ${high}.`,
    logScale: (low: string, high: string) =>
      `Stronger colours are higher values, from ${low} to ${high}, on a logarithmic scale.`,
    oneColour: "All cells have the same value and colour.",
    missing: (count: number, all: number) =>
      `${count} of ${all} cells ${count === 1 ? "was" : "were"} not measured and ${count === 1 ? "is" : "are"} empty.`,
    place: (share: string, depth: string) => `${share} writes and ${depth} outstanding`,
    detail: (place: string, metric: string, value: string) => `${place}\n${metric}  ${value}`,
  },

  delta: {
    title: (metric: string) => `${metric}, difference in percent`,
    none: "No common load, so there is no difference.",
    reaches: (a: string, b: string, low: string, high: string) =>
      `${a} against ${b}, in percent of ${b}: from ${low}, to ${high}.`,
    scale: (a: string, max: string) => `Blue: ${a} is better. Orange: ${a} is worse. Full colour from ${max}.`,
    detail: (place: string, difference: string, a: string, b: string) => `${place}\n${difference}\n${a}\n${b}`,
  },

  surface: {
    button: "3-D view",
    turning: (title: string) => `Turn ${title}`,
    turn: { left: "Turn left", right: "Turn right", up: "Tilt up", down: "Tilt down" },
    shows: "The corners of the grid are measured values. The faces only join them.",
    fromZero: "The vertical axis starts at zero.",
    steps: "Loads are equally spaced because several have the same outstanding I/O.",
    withoutFaces: (count: number) =>
      count === 1
        ? "Faces with an unmeasured corner are not drawn, so 1 value is missing. The map shows it."
        : `Faces with an unmeasured corner are not drawn, so ${count} values are missing. The map shows them.`,
    holes: "Faces with an unmeasured corner are not drawn.",
    noFace: "No surface: it needs four neighbouring measured cells. The map shows all values.",
    noWebGl: "This browser cannot show 3-D (WebGL is missing or switched off). The map shows the same values.",
    lost: "This browser stopped drawing 3-D. The map shows the same values.",
    notLoaded: "Could not load the 3-D view. The map shows the same values.",
    noPicture: "This browser could not create a PNG.",
    load: "Outstanding I/O",
    short: { load: "I/O", writes: "Writes (%)", difference: "%" },
  },

  matrix: {
    outlined: (outlined: string, others: string) =>
      `Cells with equal outstanding I/O form a diagonal. The diagonal of ${outlined} is outlined${others ? `, and ${others} lie between` : ""}.`,
    place: (threads: number, depth: number) => `${threads}T/${depth}Q, ${threads * depth} outstanding`,
  },

  lines: {
    parts: "Lines join the steps with the same threads.",
    lowestOf: (name: string, value: string, place: string) => `${name} is lowest, ${value} at ${place}.`,
    none: "No measurements.",
    best: (name: string, value: string, place: string) => `${name}: best ${value} at ${place}.`,
    only: (name: string, value: string, place: string) => `${name}: ${value} at ${place}.`,
    leftOpen: (name: string, value: string, place: string) =>
      `${name}: ${value} at ${place}. Bounds and ranges leave the best open.`,
    topOf: (name: string, value: string, place: string) => `${name} is best, ${value} at ${place}.`,
    allCutShort: "Every measurement is incomplete.",
    allCutShortOf: (name: string) => `${name}: every measurement is incomplete.`,
  },

  stepPlace: (by: "load" | "streams", label: string) =>
    by === "load" ? label : label === "1" ? "1 stream" : `${label} streams`,

  slice: {
    atDepth: (depth: string) => `${depth} outstanding I/O`,
    atShare: (share: string) => `${share} writes`,
    atRandom: (share: string) => `${share} random`,
    atWorkingSet: (size: string) => `working set of ${size}`,
    byThreads: "Each number of threads has its own line because several loads have equal outstanding I/O.",
  },

  blocks: {
    rule: "Blocks up to 16 KiB show IOPS, from 64 KiB throughput, and sizes between them both.",
    dual: "Both metrics over all sizes",
  },

  limit: {
    name: "Link limit",
    label: (rate: string, of: string) => (of ? `Link limit of ${of}: ${rate}` : `Link limit: ${rate}`),
    several: (count: number) => `${count} curves`,
    describe: (rate: string, links: string, of: string, isDrawn: boolean) =>
      `The links${of ? ` of ${of}` : ""} (${links}) carry at most ${rate} before headers${isDrawn ? ", the dashed line" : ", far above the chart"}.`,
  },

  addresses: {
    ends: (name: string, begin: string, end: string, mean: string) =>
      `${name}: ${begin} at the beginning, ${end} at the end, mean ${mean}.`,
  },

  titles: {
    queueDepth: "Over outstanding I/O",
    writeShare: "Write share and depth",
    shareSlice: "Slice over the write share",
    depthSlice: "Slice over the depth",
    threadQueue: "Threads and queue depth",
    blockSize: "Block sizes",
    loadSteps: "Steps of load",
    streams: "Number of streams",
    addressSpace: "Transfer rate over the address space",
    axisSweep: "Sweep of several runs",
  },
} as const;
