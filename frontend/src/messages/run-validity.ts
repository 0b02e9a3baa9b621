/** Texts of decisions about finished runs: invalid ones, and the trash. */

export const runValidity = {
  invalid: "Invalid",
  invalidTitle: "Invalid run",
  invalidMeans:
    "Its values are displayed, but comparisons, repeats, estimates and campaigns do not count them. Its effects on the drives remain.",
  trashed: "In the trash",
  trashedTitle: "This run is in the trash",
  trashedMeans: "Lists, searches, charts and statistics do not include it until you restore it.",
  by: (person: string | null, when: string) => (person ? `by ${person}, ${when}` : when),
  reason: (reason: string) => `Reason: ${reason}`,

  markInvalid: "Mark invalid…",
  markTitle: (number: string) => `Mark ${number} invalid`,
  markExplain:
    "Comparisons, repeats, estimates and campaigns no longer count it. It stays in place with your reason, and you can mark it valid again.",
  markReason: "Reason",
  markReasonMissing: "Give a reason. Readers of the run see it.",
  markConfirm: "Mark invalid",

  markValid: "Mark valid…",
  validTitle: (number: string) => `Mark ${number} valid`,
  validExplain: "The earlier mark stays in the history, with this reason.",
  validReason: "Reason",
  validReasonMissing: "Give a reason.",
  validConfirm: "Mark valid",

  trash: "Move to trash…",
  trashedToast: (number: string) => `${number} moved to trash`,
  restore: "Restore",
  restoring: (number: string) => `Restore ${number}`,
  keep: "Cancel",

  history: "Status history",
  kinds: {
    invalid: "marked invalid",
    valid: "marked valid",
    trashed: "moved to trash",
    restored: "restored",
  },
  columns: { at: "When", by: "By", kind: "Status", reason: "Reason" },

  trashPage: "Trash",
  trashCaption: "Runs in the trash",
  trashEmpty: "The trash is empty",
  trashEmptyHint: "Runs moved to trash stay here until you restore them.",
  backToRuns: "All runs",
  trashColumns: { number: "Run", title: "Title", when: "Moved", by: "By", reason: "Reason", restore: "Restore" },
};
