/** Texts of adding a result that another lab published to a workbench. */

export const publishedResults = {
  add: "Add published result…",
  title: "Add published result",
  explain:
    "A permalink of another lab, beside your runs. Its zip is checked, then becomes a draft here, marked as from another lab. You can remove it in the list of permalinks.",
  file: "Zip of the permalink",
  fileHint: "Its page offers it under Data.",
  fileNone: "Choose a file",
  noZip: "This file is not the zip of a permalink.",
  noFile: "Choose a file.",
  address: "Only its address?",
  addressHint: "Such as https://lab.example.org/s/… or /p/…",
  download: "Download the zip",
  command: "Or on the command line of this lab:",
  commandCopy: "the command",
  submit: "Add",
  cancel: "Cancel",
  stop: "Stop the upload",
  refused: "Could not receive the permalink",
  noRuns: (number: string) => `The runs of ${number} were removed here. Receive the permalink again.`,
  added: (title: string, number: string) => `Added ${title} as ${number}`,
  already: (title: string, number: string) => `${title} was here already as ${number}`,
  otherLab: (labs: string) =>
    `Measured in another lab: ${labs}. This lab cannot check how. Servers, firmware and settings may differ.`,
} as const;
