/** What the page of engines says. */

export const engines = {
  title: "Engines",
  link: "Engines",
  explain:
    "An engine generates the load of a run. Every result names its engine and version; engines are never mixed within one curve.",
  list: "Which there are",
  listCaption: "Engines and how many servers have them",
  columns: { engine: "Engine", from: "Comes from", needs: "Needs", servers: "Servers that have it" },
  names: { fio: "fio", vdbench: "Vdbench", files: "File tool" } as Record<string, string>,
  from: {
    fio: "each server: apt-get install fio",
    vdbench: "you: its licence does not let the lab hand it out",
    files: "the runner, which every server of the lab has",
  } as Record<string, string>,
  needs: { fio: "–", vdbench: "a Java runtime on the server", files: "–" } as Record<string, string>,
  counted: (have: number, of: number, unknown: number) =>
    unknown === 0 ? `${have} of ${of}` : `${have} of ${of}; of ${unknown} it is not known`,
  servers: "Where they are",
  serversCaption: "Engines by server, as the last discovery found them",
  serverColumns: { server: "Server", fio: "fio", vdbench: "Vdbench", java: "Java", files: "File tool" },
  missing: "not there",
  neverAsked: "unknown: not discovered yet",
  java: { found: "found", missing: "missing", unknown: "unknown" },
  withRunner: (version: string) => `runner ${version}`,
  noServers: "No servers",
  noServersHint: "Register a server: its engines appear here after its first discovery.",
} as const;

export const enginePackage = {
  title: "Vdbench for your servers",
  explain:
    "Give the lab the zip of the distribution that you downloaded. It goes to each server that has no Vdbench at its next discovery, never while a run goes on there. Nobody can download it.",
  adminOnly: "Administrators see, give and remove the package.",
  none: "The lab has no package of Vdbench.",
  version: "Version",
  sha256: "SHA-256",
  size: "Size",
  given: "Given",
  givenBy: (by: string) => `by ${by}`,
  checked: "Checked",
  checks:
    "It is a zip that unpacks safely, holds vdbench and vdbench.jar, and the jar says its version. Nothing of it was run. The runner of each server compares the SHA-256 before it unpacks it.",
  installed: "Servers with Vdbench",
  noServer: "none yet",
  drop: "Drop the zip of Vdbench here",
  dropOver: "Let go to give it to the lab",
  choose: "Choose the zip",
  replace: "Choose another zip",
  hint: (size: string) => `${size} at most. What the lab had before is replaced.`,
  oneFile: "Drop one file.",
  tooLarge: (name: string, size: string, most: string) =>
    `${name} has ${size}, and a distribution has ${most} at most. Nothing was sent.`,
  refused: "The lab did not take it",
  uploading: (name: string) => `Sending ${name}`,
  sent: (sent: string, total: string, share: string) => `${sent} of ${total} (${share})`,
  checking: "All sent: the lab is checking it.",
  stop: "Stop",
  stopped: "The upload was stopped; the lab has what it had before.",
  kept: (version: string) => `${version} was checked and kept. Servers without Vdbench get it at their next discovery.`,
  remove: "Remove",
  removeTitle: "Remove the package?",
  removeExplain: (version: string) =>
    `The lab gives ${version} to no further server. Servers that have it keep it, and results stay as they are.`,
  keepIt: "Keep it",
} as const;
