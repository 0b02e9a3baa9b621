/**
 * Texts of every page; no sentence is assembled from parts elsewhere. The texts of single pages are in `messages/`, and
 * are loaded with those pages.
 */

export const messages = {
  product: "Storage Lab",
  documentTitle: (page: string) => `${page} · Storage Lab`,
  unknown: "unknown",
  none: "–",
  yes: "yes",
  no: "no",
  retry: "Try again",
  loading: "Loading",
  ago: (age: string) => `${age} ago`,
  clearFilters: "Clear all filters",
  newest: "Newest",
  older: "Older",
  pages: "Pages of the list",
  showAll: (count: string) => `Show all ${count}`,
  scrollTable: (caption: string) => `${caption}, scrolls sideways`,

  rounds: {
    loop: (loop: string, first: number, last: number, cells: number) =>
      `${loop}: rounds ${first} to ${last}, ${cells === 1 ? "1 phase" : `${cells} phases`} each`,
    round: (round: number) => `Round ${round}`,
    after: (loop: string) => `part after ${loop}`,
    place: (loop: string, round: number) => `${loop}, round ${round}`,
    counted: (count: number, state: string) => `${count} ${state}`,
    summary: (title: string, details: readonly string[]) =>
      details.length > 0 ? `${title}: ${details.join(", ")}` : title,
    states: {
      done: "done",
      running: "running",
      failed: "failed",
      partly: "partly done",
      not_needed: "not needed",
      to_come: "to come",
    },
  },

  signIn: {
    title: "Sign in to Storage Lab",
    explain: "Paste a one-time link. It works once and signs this browser in for 7 days.",
    paste: "One-time link",
    pasteHint: "https://…/sign-in#…",
    submit: "Sign in",
    source: "Links come from",
    sourceAfter: "on the lab's machine, or from an administrator.",
    permalinks: "Permalinks need no account",
    toLight: "Light theme",
    toDark: "Dark theme",
    used: "Links work once and for a short time. Request a new one.",
    empty: "Paste a link.",
  },

  problem: {
    title: "Action failed",
    notLoaded: "Could not load the data",
    advice: {
      request: "Fix the highlighted field.",
      lab: "The lab has a problem. Try again, or ask an operator.",
      tool: "The tool reported this error. Its output is under Files.",
      us: "This is a bug in Storage Lab.",
    },
    preserved: (preserved: string) => `Kept: ${preserved}`,
    unreachable: "Connection lost.",
    unreachableHint: "Check that Storage Lab is running and that this computer is in the lab's network.",
    crashed: "This page stopped because of a bug in Storage Lab. No data was changed.",
    notFoundTitle: "Page not found",
    notFound: "Check the address, or search with Ctrl K.",
    goToRuns: "Go to the runs",
    staleLinkTitle: "This link points to an old list",
    staleLink: "The address is old, incomplete or from another list.",
    toBeginning: "Show the first page",
    notShown: (subject: string) => `Could not load the ${subject}`,
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
    permission: "Your role does not permit this. An administrator can change it.",
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
    insufficient_rounds: "too short",
  } as Record<string, string>,

  origins: { measured: "measured", imported: "imported", published: "published" } as Record<string, string>,
} as const;

/** The word for a state, verdict or origin; an unknown one is shown as it came. */
export function word(table: Record<string, string>, key: string): string {
  return table[key] ?? key;
}
