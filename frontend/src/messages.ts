/**
 * What every page may say; no sentence is put together from parts elsewhere. The words of single pages are in
 * `messages/`, and are loaded with those pages.
 */

export const messages = {
  product: "Storage Lab",
  documentTitle: (page: string) => `${page} — Storage Lab`,
  unknown: "unknown",
  none: "–",
  yes: "yes",
  no: "no",
  retry: "Try again",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  clearFilters: "Clear all filters",
  removeFilter: (name: string) => `Remove the filter ${name}`,
  newest: "Newest",
  older: "Older",
  pages: "Pages of the list",
  showAll: (count: string) => `Show all ${count}`,
  scrollTable: (caption: string) => `${caption}, scrolls sideways`,

  rounds: {
    loop: (loop: string, first: number, last: number, cells: number) =>
      `${loop}: rounds ${first} to ${last}, ${cells === 1 ? "1 phase" : `${cells} phases`} each`,
    round: (round: number) => `Round ${round}`,
    after: (loop: string) => `the part after ${loop}`,
    place: (loop: string, round: number) => `${loop}, round ${round}`,
    counted: (count: number, state: string) => `${count} ${state}`,
    summary: (title: string, says: readonly string[]) => (says.length > 0 ? `${title}: ${says.join(", ")}` : title),
    states: {
      done: "done",
      running: "running",
      failed: "failed",
      partly: "done in part",
      not_needed: "not needed",
      to_come: "to come",
    },
  },

  signIn: {
    title: "Sign in",
    explain: "Storage Lab has no passwords. A link that signs you in once is printed by",
    explainAfter: "and by",
    paste: "Sign-in link",
    pasteHint: "Paste the whole link, or the part after #.",
    submit: "Sign in",
    used: "A link works once and for a short time. Ask for a new one.",
    empty: "Paste a link first.",
  },

  problem: {
    title: "This did not work",
    who: {
      request: "You can mend this: change what you entered.",
      lab: "The lab can mend this: its services, servers or network.",
      tool: "The tool that ran reported this; its output is with the artifacts.",
      us: "This is a fault of Storage Lab itself. Please report it.",
    },
    kept: (kept: string) => `Kept: ${kept}`,
    unreachable: "The lab does not answer.",
    unreachableWho: "Check that Storage Lab is running and that this computer is on the lab's network.",
    crashed: "This page stopped because of a fault in Storage Lab. Nothing in the lab was changed by it.",
    notFoundTitle: "There is no such page",
    notFound: "The address leads nowhere in this lab. It may be mistyped.",
    goToRuns: "Go to the runs",
    placeGoneTitle: "This place in the list no longer exists",
    placeGone: "The address names it in a form that the lab does not know: it is old, cut off, or of another list.",
    toBeginning: "Go to the beginning of the list",
    notShown: (what: string) => `This ${what} cannot be shown`,
    things: {
      run: "run",
      job: "job",
      campaign: "campaign",
      import: "import",
      permalink: "permalink",
      profile: "profile",
      configuration: "configuration",
      history: "history",
      component: "component",
      model: "model",
      page: "page",
    },
    permission: "Your role does not allow this. An administrator of the lab can change it.",
  },

  /** A job, its run and the attempt at it have one word for one thing. */
  states: {
    queued: "queued",
    waiting: "queued",
    preparing: "preparing",
    running: "running",
    collecting: "collecting",
    cancelling: "cancelling",
    finished: "finished",
    succeeded: "finished",
    failed: "failed",
    cancelled: "cancelled",
    lost: "lost",
    refused: "refused",
    leased: "preparing",
    prepared: "preparing",
    starting: "preparing",
    planned: "planned",
    skipped: "skipped",
    new: "new",
    ready: "ready",
    busy: "busy",
    maintenance: "maintenance",
    unreachable: "unreachable",
    quarantined: "quarantined",
    retired: "retired",
    reading: "reading",
    storing: "storing",
    stored: "stored",
    discarded: "discarded",
  } as Record<string, string>,

  verdicts: {
    steady: "steady",
    not_steady: "not steady",
    insufficient_rounds: "too few rounds",
  } as Record<string, string>,

  origins: { measured: "measured", imported: "imported", published: "published" } as Record<string, string>,
  originDetails: {
    measured: "Measured by this lab.",
    imported: "Measured elsewhere and imported here.",
    published: "Figures from a published review. They were not measured in this lab.",
  } as Record<string, string>,
} as const;

/** The word for a state, verdict or origin; an unknown one is shown as it came. */
export function word(table: Record<string, string>, key: string): string {
  return table[key] ?? key;
}
