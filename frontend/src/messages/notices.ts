/** The panel of the bell. */

export const notices = {
  title: "Notifications",
  groups: { decision: "Needs a decision", alert: "Alerts", followed: "Runs you follow" },
  unread: "unread",
  readAll: "Mark all read",
  settings: "Settings",
  empty: "No notifications",
  emptyHint: "Alerts of servers, drives and runs appear here.",
} as const;
