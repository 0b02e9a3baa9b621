/** The tour of the pages on a first visit. */

export const tour = {
  take: "Take the tour",
  place: (step: number, count: number) => `Step ${step} of ${count}`,
  back: "Back",
  next: "Next",
  skip: "Skip tour",
  finish: "Finish tour",
  steps: {
    overview: {
      title: "Home",
      text: "Home shows what your servers measure, what waits and what needs you. A new lab starts with its first steps.",
    },
    "new-run": {
      title: "New run",
      text: "Choose drives, an array or a file, and a profile. The plan shows time, writes and what is erased before you start.",
    },
    result: {
      title: "One result",
      text: "A result shows its chart first, with its numbers. Open it for all charts, tables and caveats.",
    },
    workbench: {
      title: "Workbench and Configurations",
      text: "The workbench puts runs side by side and names what differs. Configurations groups the runs of the same hardware and settings.",
    },
    search: {
      title: "Search and Help",
      text: "Press Ctrl K to find any run, page or command. Help explains keys and terms, and starts this tour again.",
    },
  },
  newRunOfOthers: "Operators start runs here. You can follow each of them on Home.",
  searchOnPhone: "More has the search and Help. Help explains keys and terms, and starts this tour again.",
} as const;
