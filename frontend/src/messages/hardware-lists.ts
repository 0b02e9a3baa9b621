/** Texts of the lists of drives and of arrays. */

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const hardwareLists = {
  count: (count: number, hasMore: boolean) => (hasMore ? `${count} so far` : counted(count, "row", "rows")),
  drives: {
    title: "Drives",
    caption: "Drives of the lab",
    empty: "No drives yet",
    emptyHint: "They appear here after the first discovery of a server.",
  },
  arrays: {
    title: "Arrays",
    caption: "Arrays of the lab",
    empty: "No arrays yet",
    emptyHint: "They appear here after the discovery of a server with arrays.",
  },
  openDrive: "Open drive",
  openArray: "Open array",
  facts: {
    serial: "Serial",
    firmware: "Firmware",
    size: "Size",
    server: "Server",
    place: "Location",
    arrays: "Arrays",
    controller: "Controller",
    wear: "Endurance used",
    spare: "Spare blocks",
    temperature: "Temperature",
    hours: "Power-on hours",
    health: "SMART health",
    enrolment: "Enrolment",
    use: "Use",
    seen: "Last seen",
    level: "Level",
    strip: "Strip",
    activity: "Activity",
    members: "Drives",
    redundancy: "Redundancy",
  },
  passed: "passed",
  failed: "failed",
  noArray: "none",
  free: "free",
} as const;
