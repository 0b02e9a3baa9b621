/** Notices in the bell and in the browser, and the button that follows a run. */

export const notices = {
  title: "Notifications",
  groups: { needs_decision: "Needs a decision", alerts: "Alerts", followed: "Runs you follow" },
  unread: "unread",
  readAll: "Mark all read",
  notMarked: "Could not mark notifications as read",
  settings: "Settings",
  empty: "No notifications",
  emptyHint: "Alerts, decisions and the runs you follow appear here.",
  alsoHere: "Also in this browser",

  finished: (run: string, verdict: string | null) =>
    verdict === null ? `${run} finished` : `${run} finished, ${verdict}`,
  verdicts: { steady: "steady", not_steady: "not steady", insufficient_rounds: "too short" } as Record<string, string>,
  steady: (run: string) => `${run} is steady`,
  imported: (name: string) => `Import of ${name} finished`,
  importFailed: (name: string) => `Import of ${name} failed`,
  result: (...facts: (string | null)[]) => `${facts.filter((fact) => fact !== null).join(", ")}.`,
  change: (percent: string, run: string) => `${percent} vs ${run}`,

  otherChoices: "Other choices",
  actOn: (act: string, thing: string) => `${act}: ${thing}`,
  choices: { redo: "Measure again", keep_both: "Measure and keep both", stop: "Stop the campaign" },
  decided: (name: string) => `${name} goes on`,
  notDecided: (name: string) => `Could not decide on ${name}`,
} as const;

export const follow = {
  notify: "Notify me",
  following: "Following",
  followingHint: "Click to stop following.",
  followed: (job: string) => `You follow ${job}`,
  means: {
    granted: "This browser tells you when it is steady, needs a decision, finishes or fails.",
    default: "News of it appears in the bell. This browser shows none until you allow it.",
    denied: "News of it appears in the bell. This browser blocks notifications of this address.",
    unsupported: "News of it appears in the bell. This browser shows notifications only over HTTPS.",
  },
  unfollowed: (job: string) => `You no longer follow ${job}`,
  notFollowed: (job: string) => `Could not follow ${job}`,
} as const;
