/** What awards by hand say. They never use the words of places, which the rule gives. */

export const awards = {
  section: "Editors' choice",
  explain:
    "What people chose in this ranking, and why. It changes no rating, rank or place: those follow from the rule.",
  none: "Nobody has chosen a configuration in this ranking.",
  title: (title: string) => `★ ${title}`,
  by: (author: string, when: string) => `Editors' choice by ${author}, ${when}`,
  detail: (by: string, reason: string) => `${by}: ${reason}`,
  notRanked: "This configuration has no place in the ranking any more.",
  more: "Only the newest 200 are shown.",
  withdrawn: (count: number) => (count === 1 ? "One was withdrawn" : `${count} were withdrawn`),
  withdrawnBy: (author: string, when: string) => `Withdrawn by ${author}, ${when}`,
  withdraw: "Withdraw",
  withdrawOf: (title: string, configuration: string) => `Withdraw “${title}” of ${configuration}`,
  withdrawTitle: (title: string) => `Withdraw “${title}”?`,
  withdrawExplain:
    "It no longer stands beside the ranking. Its title, reason and author are kept, and that you withdrew it.",
  keep: "Leave it",
  configuration: "Configuration",
  configurationHint: "Choose a configuration",
  configurationMissing: "Choose a configuration of this ranking.",
  titleLabel: "Title",
  titleHint: "Best value",
  titleMissing: "Say in a few words what it is chosen for.",
  reason: "Reason",
  reasonMissing: "Say why it is chosen.",
  give: "Give the award",
  given: (title: string) => `“${title}” stands beside the ranking now.`,
} as const;
