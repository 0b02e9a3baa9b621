/** Texts of the page of a server about reservations. */

export const reservations = {
  title: "Reservations",
  caption: "Reservations of this server",
  explain: "During a reservation, the runs of other users wait. It ends by itself after at most 31 days.",
  none: "No reservations.",
  headline: (user: string, until: string) => `Reserved by ${user} until ${until}`,
  columns: { user: "For", starts: "From", ends: "Until", state: "State", reason: "Reason", actions: "Actions" },
  on: "on",
  planned: "planned",
  over: "over",
  released: (at: string) => `ended ${at}`,
  reserve: "Reserve…",
  reserveTitle: "Reserve this server",
  reserveSubmit: "Reserve",
  tooLong: "At most 31 days.",
  giveBack: "End",
  giveBackOf: (user: string, reason: string) => `End the reservation of ${user} for ${reason}`,
  giveBackTitle: "End this reservation?",
  giveBackExplain: "It ends now. Runs of other users can start here.",
  giveBackOthers: (user: string) =>
    `This reservation belongs to ${user}. It ends now, and runs of other users can start here.`,
  keep: "Cancel",
} as const;
