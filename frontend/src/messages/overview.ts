/** What the overview of the inventory says. */

export const overview = {
  title: "Inventory",
  counts: "What there is",
  serversIn: (state: string) => `Servers ${state}`,
  serverCount: (count: number, more: boolean) => (more ? `more than ${count}` : String(count)),
  driveCount: (count: number, more: boolean) => (more ? `more than ${count}` : String(count)),
  alerts: "Needs attention",
  alertCaption: "What somebody should look at, the worst first",
  alertCounts: (critical: number, warning: number, notice: number) =>
    `${critical} critical, ${warning === 1 ? "1 warning" : `${warning} warnings`}, ${notice === 1 ? "1 notice" : `${notice} notices`}`,
  alertMore: (shown: number, all: number) => `The worst ${shown} of ${all} are shown.`,
  calm: "Nothing needs attention.",
  columns: { severity: "Severity", message: "What is wrong", where: "Where", components: "Pieces", servers: "Servers" },
  conflicts: "Conflicts",
  conflictsCaption: "Pieces of hardware that contradict one another, or are one thing seen twice",
  conflictsMeans: "Nothing was merged: look which of them is right.",
  conflictsMore: "There are more; these are the first.",
  noConflicts: "No pieces contradict one another.",
  changes: "Recent changes",
  allChanges: "All changes",
  noChanges: "Nothing has changed yet.",
} as const;
