/** What the page of the search says. */

export const search = {
  title: "Search",
  titleOf: (q: string) => `Search: ${q}`,
  hint: "Type into the search box above: a name, a model, a serial number, a firmware or driver version, or a number such as d-12.",
  found: (count: number, q: string) =>
    count === 0
      ? `Nothing was found for ${q}.`
      : count === 1
        ? `1 thing was found for ${q}.`
        : `${count} things were found for ${q}.`,
  groupCounts: (groups: readonly string[]) => groups.join(", "),
  nothing: "Nothing was found",
  nothingHint: "All words must occur in one thing. Try fewer words, or parts of them.",
  keys: "Arrow keys go through what was found, Enter opens it, Escape goes back to the search box.",
  shown: (shown: number, all: number) => `${shown} of ${all} are shown.`,
  all: "Show all in the list",
  narrow: "Add words to narrow it down.",
  kinds: {
    server: "Servers",
    controller: "Controllers",
    drive: "Drives",
    drive_model: "Drive models",
    array: "Arrays",
    hardware_model: "Models",
    configuration: "Configurations",
    published_hardware: "Published hardware",
    run: "Runs",
    profile: "Profiles",
    campaign: "Campaigns",
    share: "Permalinks",
  } as Record<string, string>,
  groupTitle: (kind: string, count: number) => `${kind} (${count})`,
} as const;
