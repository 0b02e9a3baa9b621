/** What people decide about runs that are over: invalid ones, and the trash. */

export const runStanding = {
  invalid: "Invalid",
  invalidTitle: "This run was marked invalid",
  invalidMeans:
    "It is shown as it was measured. Comparisons, repeats, estimates and campaigns do not count it. What it did to its drives has happened all the same.",
  trashed: "In the trash",
  trashedTitle: "This run is in the trash",
  trashedMeans: "No list, search, chart or statistics has it until it is restored.",
  by: (who: string | null, when: string) => (who ? `by ${who}, ${when}` : when),
  reason: (reason: string) => `Reason: ${reason}`,

  markInvalid: "Mark invalid…",
  markTitle: (number: string) => `Mark ${number} invalid`,
  markExplain:
    "No comparison, repeat, estimate or campaign counts it any more. It stays where it is, with your reason beside it, and this can be taken back.",
  markReason: "Why its figures may not be used",
  markReasonMissing: "Say why in a few words: whoever reads the run needs them.",
  markConfirm: "Mark invalid",

  markValid: "Let it count again…",
  validTitle: (number: string) => `Let ${number} count again`,
  validExplain: "That it was marked invalid stays in its history, with this reason.",
  validReason: "Why it counts after all",
  validReasonMissing: "Say why in a few words.",
  validConfirm: "Let it count",

  trash: "Put into the trash…",
  trashTitle: (number: string) => `Put ${number} into the trash`,
  trashExplain:
    "Nothing is removed: no list, search, chart or statistics has it until it is restored. Permalinks of it stay as they are.",
  trashReason: "Why",
  trashReasonMissing: "Say why in a few words.",
  trashConfirm: "Put into the trash",
  trashedToast: (number: string) => `${number} moved to trash`,
  restore: "Restore",
  restoring: (number: string) => `Restore ${number}`,
  keep: "Close",

  history: "What was decided about this run",
  kinds: {
    invalid: "marked invalid",
    valid: "counts again",
    trashed: "put into the trash",
    restored: "restored",
  },
  columns: { at: "When", by: "By", kind: "What", reason: "Why" },

  trashPage: "Trash",
  trashCaption: "Runs in the trash",
  trashEmpty: "The trash is empty",
  trashEmptyHint: "Runs that are put there from their pages wait here until somebody restores them.",
  backToRuns: "All runs",
  trashColumns: { number: "Run", title: "Title", when: "Put there", by: "By", reason: "Why", restore: "Restore" },
  filterCounts: "Counts",
  counts: { valid: "only runs that count", invalid: "only invalid ones" },
};
