/** Words of the table of results by factors. */

/** A label within a sentence: `Number of drives` begins with a small letter there, and `RAID level` does not. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

export const factorTables = {
  open: "Table by factors",
  close: "Close the table",
  covered: (runs: number, results: number, isCut: boolean) =>
    `${isCut ? "The newest " : ""}${runs.toLocaleString("en-US")} ${runs === 1 ? "run" : "runs"}, ${results.toLocaleString("en-US")} ${results === 1 ? "result" : "results"}.`,
  panel: "Panels",
  none: "none",
  back: "Back to the table before",
  fixed: (label: string, value: string) => `${label}: ${value}.`,
  baseline: "Against",
  against: {
    relative: (cell: string) => `% against ${cell}`,
    ratio: (cell: string) => `times that of ${cell}`,
  },
  noBaseline: "No value can serve as baseline: bounds and ranges cannot.",
  mixedTitle: (cells: number) =>
    cells === 1 ? "1 cell has different results" : `${cells} cells have different results`,
  mixed: "They are not merged. Show a table for each value of a factor, or narrow the query.",
  mixedIn: (label: string, cells: number) => `${label}: ${cells === 1 ? "1 cell" : `${cells} cells`}`,
  asPanels: "Show as panels",
  asPanelsOf: (label: string) => `Show ${label} as panels`,
  along: (labels: string) =>
    `The cells also differ in: ${labels}. A difference between two cells can have several causes.`,
  caption: (metric: string, rows: string | null, columns: string | null) => {
    const factors = [rows, columns].filter((label) => label !== null).map(inSentence);
    return factors.length > 0 ? `${metric} by ${factors.join(" and ")}` : metric;
  },
  all: "All results",
  panelTitle: (label: string, value: string) => `${label}: ${value}`,
  corner: (rows: string | null) => rows ?? "Results",
  rule: "With n above 1, a cell is the median of the repeats. Below it are the lowest and the highest.",
  states: {
    measured: "measured",
    several: "different results",
    impossible: "impossible",
    failed: "failed",
    withheld: "withheld",
    not_measured: "not measured",
    not_published: "not published",
  },
  several: (groups: number, labels: string) => `${groups} values differ by ${labels}`,
  mayDiffer: (groups: number, labels: string) => `${groups} values may differ by ${labels}`,
  repeats: (n: number) => `n = ${n}`,
  between: (min: string, max: string) => `${min} to ${max}`,
  interval: (low: string, high: string) => `95 % interval of the mean ${low} to ${high}`,
  notSteady: "not steady",
  baselineCell: "baseline",
  allRuns: (count: number, max: number) => (count > max ? `The first ${max} of ${count} runs` : `All ${count} runs`),
  exports: "Export",
  csv: "Save as CSV",
  markdown: "Copy as Markdown",
  copied: "Table copied.",
  noClipboard: "The browser blocked copying. Save the table as CSV instead.",
  charts: "Charts",
  long: {
    panel: "Panel",
    row: "Row",
    column: "Column",
    state: "State",
    value: "Value",
    low: "From",
    high: "To",
    kind: "Precision",
    n: "n",
    min: "Lowest",
    max: "Highest",
    intervalFrom: "95 % interval of the mean from",
    intervalTo: "95 % interval of the mean to",
    cov: "Coefficient of variation",
    differs: "Differs in",
    reason: "Reason",
    condition: "Array condition",
    steady: "Steady",
    badges: "Remarks",
    runs: "Runs",
    yes: "yes",
    no: "no",
  },
} as const;
