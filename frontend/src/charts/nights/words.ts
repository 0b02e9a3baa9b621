/** Texts of charts of single runs by the dates on which they began. */

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const words = {
  change: (metric: string) => `${metric}, ± % of usual`,
  ratio: (metric: string) => `${metric}, × usual`,
  perNight: "runs per night",
  all: (outcome: string) => `all ${outcome}`,
  log: "log",
  usual: "usual",
  median: "Usual median",
  lowest: "Usual lowest",
  highest: "Usual highest",
  usualCount: "Usual runs",
  worse: "Worse than usual",
  worseMark: "Diamonds are worse than usual.",
  notSteadyMark: "Triangles are not steady.",
  worseSince: (name: string, day: string) => `${name}, since ${day}`,
  notSteady: "Not steady",
  firmware: (version: string) => `firmware ${version}`,
  firmwareChange: (part: string, from: string, to: string) => `${part}: ${from} → ${to}`,
  firmwareOn: (day: string, change: string) => `${change} on ${day}.`,
  usualRange: (low: string, high: string, count: number) => `usual ${low} to ${high}, n ${count}`,
  fewEarlier: (count: number) => (count === 0 ? "no earlier runs" : counted(count, "earlier run", "earlier runs")),
  outcomes: {
    steady: "steady",
    not_steady: "not steady",
    failed: "failed",
    other: "not judged",
  },
  columns: {
    configuration: "Configuration",
    run: "Run",
    started: "Started",
    night: "Night (UTC)",
    change: "Change from usual",
    verdict: "Verdict",
    judged: "Against usual",
    firmware: "Firmware change",
  },
  judged: { worse: "worse", usual: "usual" },
  none: "No dated results.",
  ends: (name: string, first: string, last: string, runs: number) =>
    `${name}: ${first} to ${last} over ${counted(runs, "run", "runs")}.`,
  count: (lines: number, runs: number) =>
    `${counted(lines, "configuration", "configurations")}, ${counted(runs, "run", "runs")}.`,
  worseNames: (names: string) => `Worse than usual: ${names}.`,
  noneWorse: "No configuration is worse than usual.",
  outcomeCount: (count: number, outcome: string) => `${count} ${outcome}`,
  verdictsOf: (count: number, outcomes: string) => `${counted(count, "night", "nights")}: ${outcomes}.`,
  onNight: (day: string) => `${day} (UTC)`,

  noDates: "None of these runs has a date.",
  noUsual: "What is usual needs three earlier runs of a configuration.",
  noUsualOf: (names: string) => `Fewer than three earlier runs: ${names}.`,
  undated: (count: number) => `${counted(count, "run has", "runs have")} no date.`,
} as const;
