/** What the page that explores many configurations says, and its chart. */

export const explore = {
  title: "Explore configurations",
  link: "Explore",
  explain:
    "One line is one run under one workload; on every axis better is higher. Say what you ask for in the fields, or drag along an axis: the table keeps what meets all of it.",
  mentioning: "Runs that mention",
  search: "Show",
  ofChosen: (count: number) => (count === 1 ? "1 chosen run" : `${count} chosen runs`),
  ofNewest: (count: number, more: boolean) =>
    more
      ? `The newest ${count} finished runs that count.`
      : `${count} finished ${count === 1 ? "run" : "runs"} that count.`,
  all: "Show the newest runs instead",
  workload: "Workload",
  workloadOption: (name: string, runs: number) => `${name} (${runs} ${runs === 1 ? "run" : "runs"})`,
  sameWorkload: "Only runs that did the same work share the chart; choose another workload to see the others.",
  axes: "Axes",
  axesHint: (most: number) => `Up to ${most}`,
  nothingTitle: "Nothing to explore",
  nothing: "None of these runs has a figure that counts. Use fewer words, or choose other runs.",
  figure: "Configurations by their figures",
  chart: "Parallel coordinates",
  ranges: "What you ask for",
  from: (axis: string) => `${axis}, at least`,
  to: (axis: string) => `${axis}, at most`,
  reset: "Ask for nothing",
  table: "What meets it",
  tableCaption: (workload: string) => `Runs that meet what was asked for: ${workload}`,
  matching: (matching: number, all: number) => `${matching} of ${all} meet what was asked for.`,
  none: "No run meets all of it.",
  configuration: "Configuration",
  run: "Run",
  kind: "Kind of value",
  leftOut: (runs: string) => `Marked invalid, and left out: ${runs}.`,
  cutShort: (runs: string) => `Cut short under this workload, and left out: ${runs}.`,
  otherWork: (count: number) =>
    count === 1 ? "1 of the runs did other work." : `${count} of the runs did other work.`,
  incomplete: (count: number) =>
    `${count === 1 ? "1 run lacks" : `${count} runs lack`} a figure of these axes and ${count === 1 ? "is" : "are"} in the table alone.`,
  describe: (lines: number, axes: string, matching: number, asked: boolean) =>
    `${lines} ${lines === 1 ? "run" : "runs"} on ${axes}; better is higher on every axis.${asked ? ` ${matching} meet what was asked for, the others are faint.` : ""}`,
  best: (name: string, value: string, axis: string) => `Best ${axis}: ${name}, ${value}.`,
  fewAxes:
    "Two metrics are needed to draw this, and under this workload the runs have fewer. The table below still shows what they have.",
  noLines: "No run has a figure on every axis.",
  meets: "Meets it",
  yes: "yes",
  no: "no",
} as const;
