/** The keys of the pages, and what each does. */

export const shortcuts = {
  title: "Keys",
  everywhere: "On every page",
  here: "On this page",
  lists: "In the list of runs",
  close: "Close",
  never: "Keys act only while you are not typing, and never together with Ctrl, Alt or the command key.",
  off: "Single keys are switched off in this browser.",
  settings: "Switch single keys on or off",
  key: "Key",
  does: "What it does",
  followedBy: "then",
  keys: {
    "/": "Search the lab",
    "?": "Show the keys that act here",
    n: "New job",
    "g o": "Go to the overview",
    "g r": "Go to the runs",
    "g c": "Go to the comparison",
    "g j": "Go to the jobs",
    "g q": "Go to the queue",
    "g i": "Go to the inventory",
    "g p": "Go to the profiles",
  },
  rows: {
    j: "Next row",
    k: "Previous row",
    x: "Select the row, or no longer",
    c: "Compare the selected runs",
  },
} as const;
