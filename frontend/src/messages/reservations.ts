/** What the page of a server says about reservations. */

export const reservations = {
  title: "Reservations",
  caption: "Times for which this server is kept for one person",
  explain: "While one is on, the runs of others wait. It ends by itself after 31 days at most.",
  none: "Nobody has reserved it.",
  headline: (user: string, until: string) => `Reserved by ${user} until ${until}`,
  columns: { user: "For", starts: "From", ends: "Until", state: "State", reason: "Reason", actions: "Actions" },
  on: "on",
  planned: "planned",
  over: "over",
  released: (at: string) => `given back ${at}`,
  reserve: "Reserve…",
  reserveTitle: "Reserve this server",
  reserveSubmit: "Reserve",
  tooLong: "31 days are the most; reserve it again then.",
  giveBack: "Give back",
  giveBackOf: (user: string, reason: string) => `Give back the reservation of ${user} for ${reason}`,
  giveBackTitle: "Give this reservation back?",
  giveBackExplain: "It ends now, and the runs of others may start here.",
  giveBackOthers: (user: string) =>
    `It is the reservation of ${user}. It ends now, and the runs of others may start here.`,
  keep: "Keep it",
} as const;
