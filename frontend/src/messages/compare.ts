/** Texts of charts and fields that take several runs. */

export const compare = {
  runName: (number: string, title: string) => `${number} · ${title}`,
  drawnOnly: (name: string, why: string) => `${name} (${why})`,
  picker: {
    title: "Select runs",
    find: "Find runs",
    findHint: "Number, or words from the title, configuration or server. The newest runs come first.",
    caption: "Finished runs",
    select: (run: string) => `Select ${run} for comparison`,
    column: "Select",
    run: "Run",
    configuration: "Configuration",
    finished: "Finished",
    none: "No finished runs yet.",
    noMatch: "No matching run.",
    gathered: (runs: readonly string[]) => (runs.length === 0 ? "No runs selected." : `Selected: ${runs.join(", ")}`),
  },
} as const;
