/** Texts of the page of engines. */

export const engines = {
  explain:
    "An engine generates the load of a run. Every result names its engine and version, and one curve has one engine.",
  list: "Engines",
  listCaption: "Engines and their servers",
  columns: { engine: "Engine", from: "Source", needs: "Needs", servers: "Servers" },
  from: {
    fio: "each server: apt-get install fio",
    vdbench: "your upload (the licence does not allow redistribution)",
    files: "the runner on each server",
  } as Record<string, string>,
  needs: { fio: "–", vdbench: "a Java runtime on the server", files: "–" } as Record<string, string>,
  counted: (have: number, of: number, unknown: number) =>
    unknown === 0 ? `${have} of ${of}` : `${have} of ${of}, ${unknown} unknown`,
  servers: "Engines by server",
  serversCaption: "Engines by server at the last discovery",
  serverColumns: { server: "Server", java: "Java" },
  missing: "missing",
  unknown: "unknown",
  notDiscovered: "unknown, not discovered yet",
  java: { found: "found", missing: "missing", unknown: "unknown" },
  withRunner: (version: string) => `runner ${version}`,
  noServers: "No servers",
  noServersHint: "Add a server. Its engines appear here after the first discovery.",
} as const;

export const enginePackage = {
  title: "Vdbench for your servers",
  explain:
    "Upload the zip of the distribution. Each server without Vdbench gets it at its next discovery, never during a run. It cannot be downloaded from the lab.",
  adminOnly: "Only administrators can see, upload and remove the package.",
  none: "No Vdbench package uploaded.",
  version: "Version",
  sha256: "SHA-256",
  size: "Size",
  given: "Uploaded",
  givenBy: (by: string) => `by ${by}`,
  checked: "Checked",
  checks:
    "The zip unpacks safely and contains vdbench and vdbench.jar with a version. Nothing was executed. Each runner verifies the SHA-256 before it unpacks the zip.",
  installed: "Servers with Vdbench",
  noServer: "none yet",
  drop: "Drop the Vdbench zip here",
  dropOver: "Drop to upload",
  choose: "Choose zip",
  replace: "Choose another zip",
  hint: (size: string) => `At most ${size}. It replaces the present package.`,
  oneFile: "Drop one file only.",
  tooLarge: (name: string, size: string, max: string) =>
    `${name} has ${size}. A distribution has at most ${max}. Nothing was sent.`,
  refused: "Package rejected",
  uploading: (name: string) => `Uploading ${name}`,
  sent: (sent: string, total: string, share: string) => `${sent} of ${total} (${share})`,
  checking: "Upload complete. Checking the package.",
  stop: "Stop",
  stopped: "Upload stopped. The present package is unchanged.",
  stored: (version: string) =>
    `${version} was checked and stored. Servers without Vdbench get it at their next discovery.`,
  remove: "Remove",
  removeTitle: "Remove the Vdbench package?",
  removeExplain: (version: string) =>
    `${version} is not installed on more servers. Servers that have it keep it, and results do not change.`,
  keepIt: "Cancel",
} as const;
