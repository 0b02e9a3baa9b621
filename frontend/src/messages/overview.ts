/** Texts of the overview of the inventory. */

export const overview = {
  alerts: "Needs attention",
  alertCaption: "Open problems, worst first",
  alertCounts: (critical: number, warning: number, notice: number) =>
    `${critical} critical, ${warning === 1 ? "1 warning" : `${warning} warnings`}, ${notice === 1 ? "1 notice" : `${notice} notices`}`,
  alertMore: (shown: number, all: number) => `Showing the worst ${shown} of ${all}.`,
  calm: "Nothing needs attention.",
  columns: { severity: "Severity", message: "Problem", where: "Open", components: "Hardware", servers: "Servers" },
  conflicts: "Conflicts",
  conflictsCaption: "Hardware with contradicting facts, or found twice",
  conflictsMeans: "Nothing was merged. Check which entry is right.",
  conflictsMore: "Only the first are listed.",
  noConflicts: "No conflicts.",
  changes: "Recent changes",
  allChanges: "All changes",
  noChanges: "No changes yet.",
} as const;
